import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { Input } from '#web/ui/input.tsx'
import { FormField, type FormFieldProps } from './fields.tsx'

type NumberFieldProps = FormFieldProps &
  Omit<ComponentProps<'input'>, 'name' | 'ref' | 'type'> & {
    /** The value of an empty field. */
    empty?: number
  }

export function NumberField({ name, label, hint, isRequired, empty, ...input }: NumberFieldProps) {
  const { register } = useFormContext()
  const asNumber = (text: unknown) =>
    text === '' || text === undefined || text === null ? empty : Number(text)
  return (
    <FormField {...{ name, label, hint, isRequired }}>
      {(control) => (
        <Input
          type="number"
          inputMode="decimal"
          {...control}
          {...input}
          {...register(name, { setValueAs: asNumber })}
        />
      )}
    </FormField>
  )
}
