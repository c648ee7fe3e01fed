import { formatCount } from '#web/lib/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'

type WeekRecountProgressProps = { counted: number; total: number; hasFailed: boolean }

/** The weeks of all plans are counted anew after a change of the time zone. */
export const WeekRecountProgress = ({ counted, total, hasFailed }: WeekRecountProgressProps) => (
  <Banner tone={hasFailed ? 'amber' : 'blue'} isLive>
    Recalculating all plan weeks in the new time zone: {formatCount(counted)} of{' '}
    {formatCount(total)} {total === 1 ? 'client' : 'clients'}.{' '}
    {hasFailed ? 'Something went wrong. We’ll retry automatically.' : 'You can leave this page.'}
  </Banner>
)
