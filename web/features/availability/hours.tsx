import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import {
  type Availability,
  getAvailability,
  hoursForm,
  saveHours,
} from '#contract/availability/availability.ts'
import { formatHours, weekdays } from '#contract/rules/working-hours.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { TimeZoneField } from '#web/form/time-zone-field.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { WeekField } from './week-field.tsx'

export const availabilityQuery = (coachId: string) =>
  queryFor(getAvailability, { params: { id: coachId } })

type HoursProps = { coachId: string; availability: Availability }

/** The working hours of a coach. */
export function Hours({ coachId, availability }: HoursProps) {
  const [isOpen, setOpen] = useState(false)
  const { hours, hoursVersion } = availability
  return (
    <Card aria-label="Working hours">
      <CardHeader
        title="Working hours"
        description={
          hoursVersion === null
            ? `The default hours, in ${hours.timeZone} time.`
            : `In ${hours.timeZone} time.`
        }
        actions={
          <>
            {hoursVersion !== null && <UseDefaultHours {...{ coachId, availability }} />}
            <Button variant="secondary" icon={Pencil} onClick={() => setOpen(true)}>
              Edit hours
            </Button>
          </>
        }
      />
      <dl className="grid grid-cols-[7rem_1fr] gap-y-1.5">
        {weekdays.map(({ day, name }) => {
          const own = hours.ranges.filter(({ weekday }) => weekday === day)
          return (
            <div key={day} className="contents">
              <dt>{name}</dt>
              <dd className={own.length ? undefined : 'text-muted'}>
                {own.length === 0 && 'No hours'}
                {own.map((it, index) => (
                  <span key={it.from} className="inline-block">
                    {formatHours(it)}
                    {index < own.length - 1 && <>,&nbsp;</>}
                  </span>
                ))}
              </dd>
            </div>
          )
        })}
      </dl>
      <HoursDialog {...{ coachId, availability, isOpen }} onClose={() => setOpen(false)} />
    </Card>
  )
}

function HoursDialog({
  coachId,
  availability,
  isOpen,
  onClose,
}: HoursProps & { isOpen: boolean; onClose: () => void }) {
  const queries = useQueryClient()
  const query = availabilityQuery(coachId)
  const { hours, hoursVersion } = availability
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Edit hours"
      description="Sessions are suggested, and clients choose, within these hours."
      schema={hoursForm}
      defaults={hours}
      {...(hoursVersion !== null && { version: hoursVersion })}
      reloadRow={async () => {
        const now = await refetchQuery(queries, query)
        return { fields: now.hours, version: now.hoursVersion ?? 1 }
      }}
      submitLabel="Save hours"
      pendingLabel="Saving..."
      mutationFn={({ fields, version = null }, call) =>
        call(saveHours, { params: { id: coachId }, body: { hours: fields, version } })
      }
      successToast={() => ({ title: 'Hours saved' })}
      errorToast="Failed to save the hours. Please try again."
      onSuccess={(saved) => queries.setQueryData(query.queryKey, saved)}
    >
      <TimeZoneField name="timeZone" hint="Such as Europe/Copenhagen." />
      <WeekField />
    </FormDialog>
  )
}

function UseDefaultHours({ coachId, availability }: HoursProps) {
  const queries = useQueryClient()
  const save = useApiMutation({
    mutationFn: ({ hours, version }: Saved, call) =>
      call(saveHours, { params: { id: coachId }, body: { hours, version } }),
    successToast: (_now, { hours }) => ({
      title: hours ? 'Hours restored' : 'Default hours in use',
      ...(!hours && {
        action: {
          label: 'Undo',
          onPress: () => save.run({ hours: availability.hours, version: null }),
        },
      }),
    }),
    errorToast: 'Failed to save the hours. Please try again.',
    onSuccess: (now) => queries.setQueryData(availabilityQuery(coachId).queryKey, now),
  })
  return (
    <Button
      variant="ghost"
      isPending={save.isPending}
      onClick={() => save.run({ hours: null, version: availability.hoursVersion })}
    >
      Use default hours
    </Button>
  )
}

type Saved = { hours: Availability['hours'] | null; version: number | null }
