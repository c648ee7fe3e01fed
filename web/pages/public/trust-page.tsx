import { useQuery } from '@tanstack/react-query'
import { getTrust, trustSections } from '#contract/trust/trust.ts'
import { TrustSentences } from '#web/features/trust/trust-sentences.tsx'
import { brandName } from '#web/lib/page-settings.ts'
import { queryFor } from '#web/lib/query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { PublicFrame, PublicHeading } from './public-frame.tsx'

/** For employers and everyone else; made from the settings in force. */
export function TrustPage() {
  usePageTitle('Privacy and trust')
  const read = useQuery(queryFor(getTrust, {}))
  return (
    <PublicFrame isDocument>
      <PublicHeading title="Privacy and trust">
        How this installation of {brandName} is set up. This page reflects current settings.
      </PublicHeading>
      <ReadState read={read} loading={<TrustSkeleton />} failed="The page could not be loaded">
        {(sentences) => <TrustSentences sentences={sentences} level={2} />}
      </ReadState>
    </PublicFrame>
  )
}

const TrustSkeleton = () => (
  <div className="flex flex-col gap-6">
    <Spinner label="Loading the page" className="sr-only" />
    {Object.values(trustSections).map(({ title, keys }) => (
      <div key={title} className="flex flex-col gap-2">
        <Skeleton className="h-5 w-56" />
        {keys.map((key) => (
          <Skeleton key={key} className="h-5 w-full" />
        ))}
      </div>
    ))}
  </div>
)
