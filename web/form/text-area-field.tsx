import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { Textarea } from '#web/ui/input.tsx'
import { FormField, type FormFieldProps } from './fields.tsx'

type TextAreaFieldProps = FormFieldProps & Omit<ComponentProps<'textarea'>, 'name' | 'ref'>

export function TextAreaField({ name, label, hint, isRequired, ...area }: TextAreaFieldProps) {
  const { register } = useFormContext()
  return (
    <FormField {...{ name, label, hint, isRequired }}>
      {(control) => <Textarea {...control} {...area} {...register(name)} />}
    </FormField>
  )
}
