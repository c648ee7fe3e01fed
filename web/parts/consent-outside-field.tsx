import { useId } from 'react'
import { useController } from 'react-hook-form'
import {
  type ConsentOutside,
  type ConsentPurpose,
  consentPurposes,
  purposeLabel,
} from '#contract/consents/consents.ts'
import { ConflictNotice } from '#web/form/conflict-notice.tsx'
import { formatConsentOutside } from '#web/lib/format-consent-outside.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

const statements = [
  { key: 'collectedBy', label: 'Collected by', hint: 'An office, such as Human Resources.' },
  { key: 'papersAt', label: 'Where the papers are', hint: 'Shown to the clients.' },
] as const

/** The purposes to which clients agree on paper, and what they are told about it. */
export function ConsentOutsideField({ name, label }: { name: string; label: string }) {
  const { field, fieldState } = useController({ name })
  const value = field.value as ConsentOutside
  const { purposes } = value
  const errorId = useId()
  const error = fieldState.error?.message
  const choose = (purpose: ConsentPurpose, isChosen: boolean) =>
    field.onChange({
      ...value,
      purposes: consentPurposes.filter((it) => (it === purpose ? isChosen : purposes.includes(it))),
    })
  return (
    <fieldset aria-invalid={error ? true : undefined} aria-describedby={error && errorId}>
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <div className="grid gap-3">
        {consentPurposes.map((purpose, index) => (
          <Checkbox
            key={purpose}
            ref={index === 0 ? field.ref : undefined}
            label={purposeLabel[purpose]}
            checked={purposes.includes(purpose)}
            onCheckedChange={(isChosen) => choose(purpose, isChosen)}
          />
        ))}
        {purposes.length > 0 &&
          statements.map(({ key, label, hint }) => (
            <Field key={key} label={label} hint={hint}>
              {(control) => (
                <Input
                  {...control}
                  maxLength={200}
                  value={value[key]}
                  onChange={(event) => field.onChange({ ...value, [key]: event.target.value })}
                />
              )}
            </Field>
          ))}
      </div>
      <div className="min-h-5">{error && <FieldError id={errorId}>{error}</FieldError>}</div>
      <ConflictNotice name={name} show={(it) => formatConsentOutside(it as ConsentOutside)} />
    </fieldset>
  )
}
