import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isWithinNotice } from '#contract/bookings/booking-rules.ts'
import { type Booking, cancelMySession, listMyBookings } from '#contract/bookings/bookings.ts'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatCalendarDay, formatDateTime, formatRelativeDay, formatTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ChooseTime } from './choose-time.tsx'
import { MyRequest } from './my-request.tsx'

export const myBookingsQuery = queryFor(listMyBookings, {})

type MyBookingsProps = {
  clientId: string
  /** The session that is shown above. */
  shownDate: string | null
}

/** What a client can do with the planned sessions of one plan. */
export function MyBookings({ clientId, shownDate }: MyBookingsProps) {
  const { data, dataUpdatedAt } = useQuery(myBookingsQuery)
  const booking = data?.find((it) => it.clientId === clientId)
  return booking && <Bookings {...{ booking, shownDate }} now={new Date(dataUpdatedAt)} />
}

type BookingsProps = { booking: Booking; shownDate: string | null; now: Date }

function Bookings({ booking, shownDate, now }: BookingsProps) {
  const { mode, coach, sessions, newSession, request } = booking
  const [isBooking, setBooking] = useState(false)
  const isWaiting = request?.status === 'open' || request?.status === 'offered'
  const name = coach?.firstName ?? 'Your coach'
  return (
    <div className="mt-4 flex flex-col gap-4">
      {coach && <CoachAway coach={coach} />}
      {request && <MyRequest request={request} coach={name} />}
      {mode !== 'off' && (
        <OwnActs show="button">
          {sessions.map((session) => (
            <SessionActs
              key={session.id}
              {...{ booking, session, name, isWaiting, now }}
              isDateShown={session.sessionDate === shownDate}
            />
          ))}
          {coach && newSession && !isWaiting && (
            <div>
              <Button
                variant={sessions.length ? 'secondary' : 'primary'}
                onClick={() => setBooking(true)}
              >
                Book a session
              </Button>
            </div>
          )}
        </OwnActs>
      )}
      {isBooking && <ChooseTime booking={booking} coach={name} onClose={() => setBooking(false)} />}
    </div>
  )
}

function CoachAway({ coach }: { coach: NonNullable<Booking['coach']> }) {
  const { firstName, isAway, backOn } = coach
  if (!isAway) return null
  return (
    <p>
      {firstName} is away{backOn ? ` and back on ${formatCalendarDay(backOn)}` : ' at the moment'}.
      If it can’t wait, ask your administrator.
    </p>
  )
}

type SessionActsProps = {
  booking: Booking
  session: Booking['sessions'][number]
  name: string
  isWaiting: boolean
  isDateShown: boolean
  now: Date
}

/** Move and cancel one session. */
function SessionActs({ booking, session, name, isWaiting, isDateShown, now }: SessionActsProps) {
  const [open, setOpen] = useState<'move' | 'cancel' | 'cancel-late'>()
  const { sessionDate, moveError } = session
  const when = `${formatRelativeDay(sessionDate, now)}, ${formatTime(sessionDate)}`
  const beginCancelling = () => {
    const isLate = isWithinNotice(sessionDate, booking.noticeHours, new Date())
    setOpen(isLate ? 'cancel-late' : 'cancel')
  }
  const canMove = booking.coach !== null && !isWaiting && moveError === null
  return (
    <fieldset aria-label={`Session ${when}`}>
      {!isDateShown && <p className="mb-1 font-semibold">{when}</p>}
      <div className="flex flex-wrap gap-2">
        {canMove && (
          <Button variant="secondary" onClick={() => setOpen('move')}>
            Move
          </Button>
        )}
        <Button variant="secondary" onClick={beginCancelling}>
          Cancel
        </Button>
      </div>
      {moveError && <p className="mt-2 text-sm text-muted">{moveError}</p>}
      {open === 'move' && (
        <ChooseTime {...{ booking, session }} coach={name} onClose={() => setOpen(undefined)} />
      )}
      <CancelOwnSession
        {...{ booking, session, name }}
        isOpen={open === 'cancel' || open === 'cancel-late'}
        isLate={open === 'cancel-late'}
        onClose={() => setOpen(undefined)}
      />
    </fieldset>
  )
}

type CancelProps = Pick<SessionActsProps, 'booking' | 'session' | 'name'> & {
  isOpen: boolean
  isLate: boolean
  onClose: () => void
}

/** Says before whether it counts as late. */
function CancelOwnSession({ booking, session, name, isOpen, isLate, onClose }: CancelProps) {
  const { noticeHours } = booking
  const { run, isPending } = useApiMutation({
    mutationFn: (acceptsLate: boolean, call) =>
      call(cancelMySession, { params: { id: session.id }, body: { acceptsLate } }),
    onSuccess: onClose,
    successToast: () => ({ title: 'Session cancelled', description: `${name} will be told.` }),
    errorToast: 'Failed to cancel session. Please try again.',
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isLate ? 'Cancel late?' : 'Cancel this session?'}
      description={
        <>
          {formatDateTime(session.sessionDate)}.{' '}
          {isLate &&
            `It starts in less than ${noticeHours} hours, so this counts as a late cancellation. `}
          {name} will be told.
        </>
      }
      confirmLabel={isLate ? 'Cancel late' : 'Cancel session'}
      pendingLabel="Cancelling..."
      cancelLabel="Keep session"
      isPending={isPending}
      onConfirm={() => run(isLate)}
    />
  )
}
