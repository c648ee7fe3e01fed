import { useState } from 'react'
import { z } from 'zod'
import { toDateTimeField, parseDateTimeField } from '#web/lib/dates.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select, type SelectOption } from '#web/ui/select.tsx'

type ChoiceFieldProps = {
  label: string
  /** The option for no filter: "All types". */
  all: string
  value: string
  options: readonly SelectOption[]
  onValue: (value: string) => void
  /** The label of a value in the URL that is not, or not yet, among the options. */
  labelOf?: (value: string) => string
}

export const ChoiceField = ({
  label,
  all,
  value,
  options,
  onValue,
  labelOf = () => '…',
}: ChoiceFieldProps) => (
  <Field label={label}>
    {(control) => (
      <Select
        {...control}
        value={value}
        onValueChange={onValue}
        options={[
          { value: '', label: all },
          ...options,
          ...(value && !options.some((it) => it.value === value)
            ? [{ value, label: labelOf(value) }]
            : []),
        ]}
      />
    )}
  </Field>
)

const wholeId = z.uuid()

type IdFieldProps = {
  label: string
  /** "a row": what the ID belongs to. */
  of: string
  id: string
  onId: (id: string) => void
}

/** Applied as soon as it is a complete ID or empty. */
export function IdField({ label, of, id, onId }: IdFieldProps) {
  const [text, setText] = useState(id)
  const isInvalid = text.trim() !== '' && !wholeId.safeParse(text.trim()).success
  return (
    <Field label={label} error={isInvalid ? `Paste the whole ID of ${of}` : undefined}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          spellCheck={false}
          placeholder={`ID of ${of}`}
          value={text}
          onChange={(event) => {
            const next = event.target.value.trim()
            setText(event.target.value)
            if (next === '' || wholeId.safeParse(next).success) onId(next)
          }}
        />
      )}
    </Field>
  )
}

type TimeFieldProps = { label: string; instant: string; onInstant: (instant: string) => void }

/** Applied on Enter or blur, because the years on the way to the typed one are not meant. */
export function TimeField({ label, instant, onInstant }: TimeFieldProps) {
  const [text, setText] = useState(toDateTimeField(instant))
  const [synced, setSynced] = useState(instant)
  // Clearing the filter changes the URL without the field.
  if (synced !== instant) {
    setSynced(instant)
    setText(toDateTimeField(instant))
  }
  const apply = () => {
    if (text !== toDateTimeField(instant)) onInstant(parseDateTimeField(text))
  }
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply()
          }}
        />
      )}
    </Field>
  )
}
