import { useController } from 'react-hook-form'
import { Combobox, type OptionSearch } from '#web/ui/combobox.tsx'
import type { SelectOption } from '#web/ui/select.tsx'
import { FormField, type FormFieldProps } from './fields.tsx'

type ComboboxFieldProps = FormFieldProps & {
  label: string
  found: OptionSearch
  /** The label of a value, once it has loaded. */
  nameOf: (value: string) => string | undefined
  placeholder?: string
}

/** The value is an id, or null for none. */
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
