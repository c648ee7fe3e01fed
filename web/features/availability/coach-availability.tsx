import { useQuery } from '@tanstack/react-query'
import type { Availability } from '#contract/availability/availability.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { availabilityQuery, Hours } from './hours.tsx'
import { OwnCalendar } from './own-calendar.tsx'
import { TimeOff } from './time-off.tsx'

/** Until it has been read for the first time. */
const readingMs = 3_000
const isBeingRead = (of: Availability | undefined) =>
  of?.calendar?.lastReadAt === null && of.calendar.failingSince === null

/** Working hours, time off and own calendar of a coach, who can change them like administrators. */
export function CoachAvailability({ coachId }: { coachId: string }) {
  const availability = useQuery({
    ...availabilityQuery(coachId),
    refetchInterval: ({ state }) => (isBeingRead(state.data) ? readingMs : false),
  })
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
          <div className="flex flex-col gap-4">
            <TimeOff coachId={coachId} timeOff={data.timeOff} />
            <OwnCalendar
              coachId={coachId}
              calendar={data.calendar}
              readAt={new Date(availability.dataUpdatedAt)}
            />
          </div>
        </div>
      )}
    </ReadState>
  )
}
