import type { ComponentProps, ComponentType } from 'react'
import { SelectField } from './select-field.tsx'
import { SwitchField } from './switch-field.tsx'
import { PasswordField, TextField } from './fields.tsx'
import { NumberField } from './number-field.tsx'
import { TextAreaField } from './text-area-field.tsx'

const kinds = {
  text: TextField,
  password: PasswordField,
  number: NumberField,
  area: TextAreaField,
  select: SelectField,
  switch: SwitchField,
}
type Kinds = typeof kinds

/** A form field as data. */
export type FieldEntry = {
  [Kind in keyof Kinds]: { kind: Kind } & ComponentProps<Kinds[Kind]>
}[keyof Kinds]

/** The fields of a form that is described by data. */
export const FieldTable = ({ fields }: { fields: readonly FieldEntry[] }) =>
  fields.map(({ kind, ...field }) => {
    const Field = kinds[kind] as ComponentType<typeof field>
    return <Field key={field.name} {...field} />
  })
