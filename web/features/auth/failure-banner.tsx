import { describeError } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'

/** Says above a form why it could not be sent: the server's own sentence, or that nobody answered. */
export function FailureBanner({ error }: { error: Error }) {
  return (
    <Banner tone="amber" role="alert">
      {describeError(error, 'Please try again in a moment.')}
    </Banner>
  )
}
