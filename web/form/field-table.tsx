import type { ComponentProps, ComponentType } from 'react'
import { SelectField } from './select-field.tsx'
import { SwitchField } from './switch-field.tsx'
import { PasswordField, TextField } from './fields.tsx'
import { NumberField } from './number-field.tsx'
import { TextAreaField } from './text-area-field.tsx'

/** Every kind of field that a table of fields may name. */
const kinds = {
  text: TextField,
  password: PasswordField,
  number: NumberField,
  area: TextAreaField,
  select: SelectField,
  switch: SwitchField,
}
type Kinds = typeof kinds

/** One field of a form as data: its kind, and what a field of that kind takes. */
export type FieldEntry = {
  [Kind in keyof Kinds]: { kind: Kind } & ComponentProps<Kinds[Kind]>
}[keyof Kinds]

/** The fields of a form that is not written but described: what is asked for is known only from a table. */
export const FieldTable = ({ fields }: { fields: readonly FieldEntry[] }) =>
  fields.map(({ kind, ...field }) => {
    const Field = kinds[kind] as ComponentType<typeof field>
    return <Field key={field.name} {...field} />
  })
