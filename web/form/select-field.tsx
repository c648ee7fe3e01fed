import { useController } from 'react-hook-form'
import { type SelectOption, Select } from '#web/ui/select.tsx'
import { FormField, type FormFieldProps } from './fields.tsx'

type SelectFieldProps = FormFieldProps & {
  options: readonly SelectOption[]
  placeholder?: string
  disabled?: boolean
}

export function SelectField({
  name,
  label,
  hint,
  isRequired,
  options,
  ...select
}: SelectFieldProps) {
  const { ref, value, onChange, onBlur } = useController({ name }).field
  const show = (other: unknown) => options.find((it) => it.value === other)?.label ?? String(other)
  return (
    <FormField {...{ name, label, hint, isRequired, show }}>
      {(control) => (
        <Select
          {...control}
          {...select}
          ref={ref}
          onBlur={onBlur}
          value={(value as string | null) ?? undefined}
          onValueChange={onChange}
          options={options}
        />
      )}
    </FormField>
  )
}
