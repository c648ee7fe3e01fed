import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Booking,
  bookSession,
  listMyFreeTimes,
  moveMySession,
} from '#contract/bookings/bookings.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDateTime, formatRelativeDay, formatTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FreeTimesByWeek, useWeek } from './free-times.tsx'

type ChooseTimeProps = {
  booking: Booking
  coach: string
  /** The session to move; undefined: a new one. */
  session?: Booking['sessions'][number]
  onClose: () => void
}

/** Where a client chooses a time to move a session to, or for a new one. */
export function ChooseTime({ booking, coach, session, onClose }: ChooseTimeProps) {
  const { clientId, mode, newSession } = booking
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<string>()
  const isAsking = mode === 'ask'
  const week = useWeek()
  const read = useQuery(
    queryFor(listMyFreeTimes, {
      params: { id: clientId },
      query: { ...week.span, ...(session && { sessionId: session.id }) },
    }),
  )
  const { run, isPending } = useApiMutation({
    mutationFn: (startsAt: string, call) =>
      session
        ? call(moveMySession, { params: { id: session.id }, body: { startsAt } })
        : call(bookSession, { params: { id: clientId }, body: { startsAt } }),
    successToast: (_bookings, startsAt) => ({
      title: isAsking ? `${coach} was asked` : session ? 'Session moved' : 'Session booked',
      description: isAsking
        ? `${formatDateTime(startsAt)} is held for you until ${coach} answers.`
        : formatDateTime(startsAt),
    }),
    errorToast: 'This time could not be taken. Please try again.',
    onSuccess: onClose,
    onError: () => {
      setChosen(undefined)
      // Somebody else may have taken it.
      void queries.invalidateQueries({ queryKey: [listMyFreeTimes.path] })
    },
  })
  const minutes = session?.durationMinutes ?? newSession?.durationMinutes
  const verb = isAsking ? 'Ask for' : session ? 'Move to' : 'Book'
  return (
    <Dialog
      isOpen
      onClose={() => {
        if (!isPending) onClose()
      }}
      title={session ? 'Move your session' : 'Book a session'}
      description={
        session
          ? `Now on ${formatDateTime(session.sessionDate)}. ${minutes} minutes with ${coach}.`
          : `${newSession?.name}, ${minutes} minutes with ${coach}.`
      }
      footer={
        <div className="flex flex-1 flex-col gap-2">
          <p className="text-sm text-muted">
            {whatHappens(isAsking, coach, session !== undefined)}
          </p>
          <Button
            className="h-12 w-full"
            disabled={!chosen}
            isPending={isPending}
            pendingLabel="One moment..."
            onClick={() => chosen && run(chosen)}
          >
            {chosen
              ? `${verb} ${formatRelativeDay(chosen, week.now)}, ${formatTime(chosen)}`
              : 'Choose a time'}
          </Button>
        </div>
      }
    >
      <FreeTimesByWeek
        week={week}
        read={read}
        coach={coach}
        chosen={chosen ? [chosen] : []}
        onChoose={setChosen}
      />
    </Dialog>
  )
}

function whatHappens(isAsking: boolean, coach: string, isMove: boolean) {
  if (!isAsking) return `${coach} will be told.`
  return isMove
    ? `${coach} has to accept. Your session stays where it is until then.`
    : `${coach} has to accept. The time is held for you until then.`
}
