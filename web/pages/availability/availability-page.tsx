import { useQuery } from '@tanstack/react-query'
import { getMyAccount } from '#contract/accounts/account.ts'
import { CoachAvailability } from '#web/features/availability/coach-availability.tsx'
import { queryFor } from '#web/lib/query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** For coaches: when they take sessions. */
export function AvailabilityPage() {
  usePageTitle('Hours and time off')
  const account = useQuery(queryFor(getMyAccount, {}))
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader title="Hours and time off" subtitle="When you take sessions" />
      <ReadState
        read={account}
        loading={<Skeleton className="h-96 w-full" />}
        failed="Your account could not be loaded"
      >
        {({ coachId }) => coachId && <CoachAvailability coachId={coachId} />}
      </ReadState>
    </div>
  )
}
