import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  addTimeOff,
  type Availability,
  type DayRange,
  removeTimeOff,
} from '#contract/availability/availability.ts'
import { daysBetween } from '#contract/rules/calendar.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDayRange } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { AddTimeOff } from './add-time-off.tsx'
import { availabilityQuery } from './hours.tsx'
import { SessionsInDays } from './sessions-in-days.tsx'

type TimeOffProps = { coachId: string; timeOff: Availability['timeOff'] }

/** Days on which a coach takes no sessions, and the sessions that are still planned on them. */
export function TimeOff({ coachId, timeOff }: TimeOffProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card aria-label="Time off">
      <CardHeader
        title="Time off"
        description="No sessions are suggested on these days, and clients can’t choose them."
        actions={
          <Button variant="secondary" icon={Plus} onClick={() => setOpen(true)}>
            Add time off
          </Button>
        }
      />
      {timeOff.length ? (
        <ul aria-label="Time off" className="flex flex-col divide-y divide-line">
          {timeOff.map((days) => (
            <TimeOffRow key={days.id} coachId={coachId} days={days} />
          ))}
        </ul>
      ) : (
        <p className="text-muted">No time off planned.</p>
      )}
      <AddTimeOff coachId={coachId} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}

const formatDayCount = (days: number) => (days === 1 ? '1 day' : `${days} days`)

function TimeOffRow({ coachId, days }: { coachId: string; days: DayRange & { id: string } }) {
  const { firstDay, lastDay } = days
  const label = formatDayRange(days)
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span>
          {label}{' '}
          <span className="text-muted">{formatDayCount(daysBetween(firstDay, lastDay) + 1)}</span>
        </span>
        <RemoveTimeOff coachId={coachId} days={days} />
      </div>
      <SessionsInDays coachId={coachId} days={{ firstDay, lastDay }} />
    </li>
  )
}

/** The toast offers an undo. */
function RemoveTimeOff({ coachId, days }: { coachId: string; days: DayRange & { id: string } }) {
  const queries = useQueryClient()
  const { firstDay, lastDay } = days
  const store = (now: Availability) =>
    queries.setQueryData(availabilityQuery(coachId).queryKey, now)
  const restore = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(addTimeOff, { params: { id: coachId }, body: { firstDay, lastDay } }),
    successToast: () => ({ title: 'Time off restored' }),
    errorToast: 'Failed to restore the time off. Please try again.',
    onSuccess: store,
  })
  const remove = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(removeTimeOff, { params: { id: coachId, timeOffId: days.id } }),
    successToast: () => ({
      title: 'Time off removed',
      action: { label: 'Undo', onPress: () => restore.run() },
    }),
    errorToast: 'Failed to remove the time off. Please try again.',
    onSuccess: store,
  })
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`Remove time off ${formatDayRange(days)}`}
      isPending={remove.isPending}
      onClick={() => remove.run()}
    >
      Remove
    </Button>
  )
}
