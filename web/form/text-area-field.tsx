import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { Textarea } from '#web/ui/input.tsx'
import { Around, type BoundFieldProps } from './fields.tsx'

type TextAreaFieldProps = BoundFieldProps & Omit<ComponentProps<'textarea'>, 'name' | 'ref'>

export function TextAreaField({ name, label, hint, isRequired, ...area }: TextAreaFieldProps) {
  const { register } = useFormContext()
  return (
    <Around {...{ name, label, hint, isRequired }}>
      {(control) => <Textarea {...control} {...area} {...register(name)} />}
    </Around>
  )
}
