import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { addTimeOff, timeOffForm } from '#contract/availability/availability.ts'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { availabilityQuery } from './hours.tsx'
import { SessionsInDays, useSessionsInDays } from './sessions-in-days.tsx'

type AddTimeOffProps = { coachId: string; isOpen: boolean; onClose: () => void }

/** Shows the sessions on the days, and asks what happens to them. */
export function AddTimeOff({ coachId, isOpen, onClose }: AddTimeOffProps) {
  const queries = useQueryClient()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add time off"
      size="sm"
      schema={timeOffForm}
      defaults={{ firstDay: '', lastDay: '', sessions: 'keep' as const }}
      fieldOf={() => 'firstDay'}
      submitLabel="Add time off"
      pendingLabel="Adding..."
      mutationFn={({ fields }, call) => call(addTimeOff, { params: { id: coachId }, body: fields })}
      successToast={() => ({ title: 'Time off added' })}
      errorToast="Failed to add the time off. Please try again."
      onSuccess={(now) => queries.setQueryData(availabilityQuery(coachId).queryKey, now)}
    >
      <FieldPair>
        <TextField name="firstDay" type="date" label="First day" isRequired deps="lastDay" />
        <TextField name="lastDay" type="date" label="Last day" isRequired />
      </FieldPair>
      <Affected coachId={coachId} />
    </FormDialog>
  )
}

function Affected({ coachId }: { coachId: string }) {
  const [firstDay, lastDay] = useWatch({ name: ['firstDay', 'lastDay'] }) as [string, string]
  const found = useSessionsInDays(coachId, { firstDay, lastDay })
  return (
    <div aria-live="polite" className="flex flex-col gap-4">
      {found?.total === 0 && <p className="text-muted">No sessions on these days.</p>}
      <SessionsInDays coachId={coachId} days={{ firstDay, lastDay }} />
      {Boolean(found?.total) && (
        <SelectField name="sessions" label="What happens to them" options={outcomes} />
      )}
    </div>
  )
}

const outcomes = [
  { value: 'keep', label: 'Keep them' },
  { value: 'cancel', label: 'Cancel them and tell the clients' },
]
