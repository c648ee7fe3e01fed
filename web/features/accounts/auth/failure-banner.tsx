import { describeError } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Why a form could not be sent: the server's sentence, or that it was unreachable. */
export function FailureBanner({ error }: { error: Error }) {
  return (
    <Banner tone="amber" role="alert">
      {describeError(error, 'Please try again in a moment.')}
    </Banner>
  )
}
