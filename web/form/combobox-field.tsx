import { useController } from 'react-hook-form'
import { Combobox, type OptionSearch } from '#web/ui/combobox.tsx'
import type { SelectOption } from '#web/ui/select.tsx'
import { FormField, type FormFieldProps } from './fields.tsx'

type ComboboxFieldProps = FormFieldProps & {
  label: string
  found: OptionSearch
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
    <FormField {...{ name, label, ...field }} show={(id) => optionOf(id)?.label ?? 'nothing'}>
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
    </FormField>
  )
}
