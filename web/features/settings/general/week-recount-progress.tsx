import { formatCount } from '#web/lib/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'

type WeekRecountProgressProps = { counted: number; total: number; hasFailed: boolean }

/** After a change of the time zone the weeks of all plans are recalculated. */
export const WeekRecountProgress = ({ counted, total, hasFailed }: WeekRecountProgressProps) => (
  <Banner tone={hasFailed ? 'amber' : 'blue'} isLive>
    Recalculating all plan weeks in the new time zone: {formatCount(counted)} of{' '}
    {formatCount(total)} {total === 1 ? 'client' : 'clients'}.{' '}
    {hasFailed ? 'Something went wrong. We’ll retry automatically.' : 'You can leave this page.'}
  </Banner>
)
