import { useQuery } from '@tanstack/react-query'
import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { availabilityQuery, Hours } from './hours.tsx'
import { TimeOff } from './time-off.tsx'

/** Working hours and time off of a coach, who can change them like administrators. */
export function CoachAvailability({ coachId }: { coachId: string }) {
  const availability = useQuery(availabilityQuery(coachId))
  return (
    <ReadState
      read={availability}
      loading={<Skeleton className="h-96 w-full" />}
      failed="Hours and time off could not be loaded"
      notRefreshed="Hours and time off could not be refreshed."
    >
      {(data) => (
        <div className="grid grid-cols-2 items-start gap-4 max-lg:grid-cols-1">
          <Hours coachId={coachId} availability={data} />
          <TimeOff coachId={coachId} timeOff={data.timeOff} />
        </div>
      )}
    </ReadState>
  )
}
