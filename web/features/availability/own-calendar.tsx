import { useQueryClient } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import {
  type Availability,
  calendarForm,
  connectCalendar,
  disconnectCalendar,
  staleCalendarHours,
} from '#contract/availability/availability.ts'
import { TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { SwitchField } from '#web/form/switch-field.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { DeleteDialog } from '#web/parts/delete-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { availabilityQuery } from './hours.tsx'

type Calendar = NonNullable<Availability['calendar']>
type OwnCalendarProps = { coachId: string; calendar: Calendar | null; readAt: Date }

/** The coach's own calendar: busy times in it are not free. */
export function OwnCalendar({ coachId, calendar, readAt }: OwnCalendarProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card aria-label="Own calendar">
      <CardHeader
        title="Own calendar"
        description="Busy times in your Outlook, Google or Apple calendar aren’t offered. Only start and end times are stored."
        actions={
          <>
            {calendar && <Disconnect coachId={coachId} />}
            <Button variant="secondary" icon={CalendarSync} onClick={() => setOpen(true)}>
              {calendar ? 'Edit calendar' : 'Connect calendar'}
            </Button>
          </>
        }
      />
      {calendar ? (
        <CalendarState calendar={calendar} readAt={readAt} />
      ) : (
        <p className="text-muted">No calendar connected.</p>
      )}
      <CalendarDialog {...{ coachId, calendar, isOpen }} onClose={() => setOpen(false)} />
    </Card>
  )
}

/** An error is not an empty calendar: what was read last still counts. */
function CalendarState({ calendar, readAt }: { calendar: Calendar; readAt: Date }) {
  const { host, lastReadAt, failingSince, error, countsAllDay, countsFree } = calendar
  const isStale =
    lastReadAt === null ||
    readAt.getTime() - Date.parse(lastReadAt) > staleCalendarHours * 3_600_000
  return (
    <>
      {failingSince && (
        <Banner tone="amber" className="mb-4">
          <strong>Can’t be read since {formatDateTime(failingSince)}.</strong> {error}{' '}
          {lastReadAt !== null && 'What was read before still counts.'}
          {isStale && ' Until it works, clients ask for times instead of booking them.'}
        </Banner>
      )}
      <Facts className="grid grid-cols-2 gap-x-6 gap-y-4 max-md:grid-cols-1">
        <Fact name="Calendar at">
          <span className="break-all">{host}</span>
        </Fact>
        <Fact name="Last read">
          {lastReadAt ? formatDateTime(lastReadAt) : failingSince ? 'Never' : 'Reading…'}
        </Fact>
        <Fact name="All-day entries">{countsAllDay ? 'Count as busy' : 'Ignored'}</Fact>
        <Fact name="Entries marked as free">{countsFree ? 'Count as busy' : 'Ignored'}</Fact>
      </Facts>
    </>
  )
}

const choices = calendarForm.pick({ countsAllDay: true, countsFree: true })
/** An empty address keeps the present one. */
const editForm = choices.extend({
  address: z.union([z.literal(''), calendarForm.shape.address]),
})

type CalendarDialogProps = {
  coachId: string
  calendar: Calendar | null
  isOpen: boolean
  onClose: () => void
}

function CalendarDialog({ coachId, calendar, isOpen, onClose }: CalendarDialogProps) {
  const queries = useQueryClient()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={calendar ? 'Edit calendar' : 'Connect calendar'}
      schema={calendar ? editForm : calendarForm}
      defaults={{
        address: '',
        countsAllDay: calendar?.countsAllDay ?? true,
        countsFree: calendar?.countsFree ?? false,
      }}
      submitLabel="Save"
      pendingLabel="Saving..."
      mutationFn={({ fields: { address, ...counted } }, call) =>
        call(connectCalendar, {
          params: { id: coachId },
          body: { ...counted, ...(address && { address }) },
        })
      }
      successToast={() => ({
        title: 'Calendar saved',
        description: 'It’s read now and every 15 minutes.',
      })}
      errorToast="Failed to save the calendar. Please try again."
      isSecret
      onSuccess={(now) => queries.setQueryData(availabilityQuery(coachId).queryKey, now)}
    >
      <TextField
        name="address"
        label="Secret address"
        type="url"
        inputMode="url"
        placeholder="https://"
        isRequired={!calendar}
        hint={
          calendar
            ? `Leave empty to keep the calendar at ${calendar.host}.`
            : 'Google: “Secret address in iCal format”. Outlook: Publish calendar, ICS link. iCloud: Public calendar.'
        }
      />
      <SwitchField name="countsAllDay" label="All-day entries count as busy" />
      <SwitchField
        name="countsFree"
        label="Entries marked as free count as busy"
        hint="For calendars that mark everything as free."
      />
    </FormDialog>
  )
}

function Disconnect({ coachId }: { coachId: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        Disconnect
      </Button>
      <DeleteDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Disconnect this calendar?"
        description="Its busy times are forgotten and become free. The calendar itself doesn’t change."
        confirmLabel="Disconnect calendar"
        pendingLabel="Disconnecting..."
        mutationFn={(call) => call(disconnectCalendar, { params: { id: coachId } })}
        successToast={{ title: 'Calendar disconnected' }}
        errorToast="Failed to disconnect the calendar. Please try again."
        onDeleted={() => {}}
      />
    </>
  )
}
