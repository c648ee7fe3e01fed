import { formatCount } from '#web/lib/numbers.ts'
import { Banner } from '#web/ui/banner.tsx'

type WeeksUnderWayProps = { counted: number; total: number; isHeldUp: boolean }

/** The weeks of all plans are counted anew after a change of the time zone. */
export const WeeksUnderWay = ({ counted, total, isHeldUp }: WeeksUnderWayProps) => (
  <Banner tone={isHeldUp ? 'amber' : 'blue'} isLive>
    The weeks of all plans are counted anew in the new time zone: {formatCount(counted)} of{' '}
    {formatCount(total)} {total === 1 ? 'client' : 'clients'}.{' '}
    {isHeldUp
      ? 'Something went wrong on our side, and it is tried again by itself.'
      : 'You can leave this page.'}
  </Banner>
)
