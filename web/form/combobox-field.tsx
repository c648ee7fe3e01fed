import { useController } from 'react-hook-form'
import { Combobox, type Found } from '#web/ui/combobox.tsx'
import type { SelectOption } from '#web/ui/select.tsx'
import { Around, type BoundFieldProps } from './fields.tsx'

type ComboboxFieldProps = BoundFieldProps & {
  label: string
  found: Found
  /** What the value is called, once it is known. */
  nameOf: (value: string) => string | undefined
  placeholder?: string
}

/** One of more than a list can hold; the value is its id, and null for nothing. */
export function ComboboxField({
  name,
  label,
  found,
  nameOf,
  placeholder,
  ...field
}: ComboboxFieldProps) {
  const { ref, value, onChange } = useController({ name }).field
  const optionOf = (id: unknown): SelectOption | undefined =>
    typeof id === 'string' ? { value: id, label: nameOf(id) ?? 'Loading...' } : undefined
  return (
    <Around {...{ name, label, ...field }} show={(id) => optionOf(id)?.label ?? 'nothing'}>
      {(control) => (
        <Combobox
          {...control}
          ref={ref}
          things={label}
          chosen={optionOf(value)}
          onChoose={(option) => onChange(option?.value ?? null)}
          found={found}
          {...(placeholder && { placeholder })}
        />
      )}
    </Around>
  )
}
