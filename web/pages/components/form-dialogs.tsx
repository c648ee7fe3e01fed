import { useState } from 'react'
import { z } from 'zod'
import { SelectField } from '#web/form/select-field.tsx'
import { SwitchField } from '#web/form/switch-field.tsx'
import { FieldPair, PasswordField, TextField } from '#web/form/fields.tsx'
import { NumberField } from '#web/form/number-field.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { PlaceholderField } from '#web/form/placeholder-field.tsx'
import { ApiError } from '#web/lib/api.ts'
import type { Placeholders } from '#web/ui/placeholders.ts'

type DialogProps = { isOpen: boolean; onClose: () => void }
const wait = () => new Promise<void>((done) => setTimeout(done, 600))

const name = z.string().trim().min(1, 'Enter a name.')
const fields = z.object({
  name,
  kind: z.enum(['digital', 'physical'], { error: 'Choose a kind.' }),
  minutes: z.number({ error: 'Enter a duration.' }).int().min(5, 'At least 5 minutes.'),
  note: z.string().max(200, 'At most 200 characters.'),
  invitation: z.string(),
  code: z.string().min(4, 'At least 4 characters.'),
  isActive: z.boolean(),
})

const known = ['name', 'place', 'time']
const names: Placeholders = {
  find: (text) =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map(({ 0: whole, 1: name = '', index }) => ({
      name,
      isKnown: known.includes(name),
      from: index,
      to: index + whole.length,
    })),
  all: known.map((name) => ({ name, group: 'Session' })),
  explain: (name) => ({
    what: known.includes(name) ? `The ${name} of the session.` : 'Unknown placeholder.',
  }),
}

/** Every bound field: faults stand beside them in room that is kept free, and the first wrong one gets the focus. */
export const NewTypeDialog = ({ isOpen, onClose }: DialogProps) => (
  <FormDialog
    isOpen={isOpen}
    onClose={onClose}
    title="Add session type"
    description="Coaches choose it when they schedule a session."
    schema={fields}
    defaults={{
      name: '',
      kind: undefined,
      minutes: 45,
      note: '',
      invitation: '',
      code: '',
      isActive: true,
    }}
    submitLabel="Add session type"
    pendingLabel="Adding..."
    mutationFn={wait}
    successToast={() => ({ title: 'Session type added' })}
  >
    <TextField name="name" label="Name" isRequired />
    <FieldPair>
      <SelectField
        name="kind"
        label="Kind"
        isRequired
        placeholder="Choose a kind"
        options={[
          { value: 'digital', label: 'Digital' },
          { value: 'physical', label: 'Physical' },
        ]}
      />
      <NumberField name="minutes" label="Minutes" hint="As booked." min={5} />
    </FieldPair>
    <TextAreaField name="note" label="Note" rows={2} />
    <PlaceholderField name="invitation" label="Invitation" names={names} />
    <PasswordField name="code" label="Room code" />
    <SwitchField name="isActive" label="Active" hint="Coaches can choose it immediately." />
  </FormDialog>
)

const before = { name: 'Intake', minutes: 45, note: 'The first session.' }
const theirs = { name: 'First session', minutes: 60, note: 'The first session.' }

/** Whatever one saves at first, somebody else was faster. */
export function ChangedTypeDialog({ isOpen, onClose }: DialogProps) {
  const [isTheirs, setTheirs] = useState(false)
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={() => {
        setTheirs(false)
        onClose()
      }}
      title="Edit session type"
      schema={fields.pick({ name: true, minutes: true, note: true })}
      defaults={before}
      version={1}
      reloadRow={async () => {
        await wait()
        setTheirs(true)
        return { fields: theirs, version: 2 }
      }}
      submitLabel="Save session type"
      pendingLabel="Saving..."
      mutationFn={async () => {
        await wait()
        if (!isTheirs) throw new ApiError(409, 'Conflict', changedMeanwhile)
      }}
      successToast={() => ({ title: 'Session type saved' })}
      errorToast="Failed to save session type"
    >
      <FieldPair>
        <TextField name="name" label="Name" isRequired />
        <NumberField name="minutes" label="Minutes" />
      </FieldPair>
      <TextAreaField name="note" label="Note" rows={2} />
    </FormDialog>
  )
}

const changedMeanwhile = JSON.stringify({
  error:
    'Someone else has changed this session type since you opened it. Nothing has been saved yet.',
  code: 'stale',
  requestId: 'showcase',
})
