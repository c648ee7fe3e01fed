import { useId } from 'react'
import { useController } from 'react-hook-form'
import { ConflictNotice } from './conflict-notice.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'

type ChoiceFieldProps<Value> = {
  name: string
  legend: string
  options: readonly { value: Value; label: string }[]
  hint?: string | undefined
  isDisabled?: (value: Value) => boolean
}

/** Any number of a few; the field holds those that are chosen, in their order. */
export function ChoiceField<Value extends string | number>({
  name,
  legend,
  options,
  hint,
  isDisabled = () => false,
}: ChoiceFieldProps<Value>) {
  const { field, fieldState } = useController({ name })
  const chosen = field.value as readonly Value[]
  const error = fieldState.error?.message
  const id = useId()
  const first = options.find(({ value }) => !isDisabled(value))?.value
  const getLabel = (value: unknown) => options.find((it) => it.value === value)?.label ?? ''
  return (
    <fieldset
      aria-describedby={
        [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
      }
      aria-invalid={error ? true : undefined}
    >
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        {options.map(({ value, label }) => (
          <Checkbox
            key={value}
            // Gets the focus when it is the first invalid field.
            ref={value === first ? field.ref : undefined}
            label={label}
            checked={chosen.includes(value)}
            disabled={isDisabled(value)}
            onCheckedChange={(isChosen) =>
              field.onChange(
                options
                  .map((it) => it.value)
                  .filter((it) => (it === value ? isChosen : chosen.includes(it))),
              )
            }
          />
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-2 text-xs text-muted">
          {hint}
        </p>
      )}
      <div className="mt-1.5 min-h-5">
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
      <ConflictNotice
        name={name}
        show={(values) => (values as unknown[]).map(getLabel).join(', ') || 'nothing'}
      />
    </fieldset>
  )
}
