import type { ComponentProps, ReactNode } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { Field, type FieldControl } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Theirs } from './theirs.tsx'

export type BoundFieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  isRequired?: boolean
}

/** What is wrong with a field of the form around it, or undefined. */
export function useFault(name: string) {
  const { errors } = useFormState({ name })
  const fault: unknown = errors[name]
  // Of a list the first that is wrong.
  const first: unknown = Array.isArray(fault) ? fault.find(Boolean) : fault
  const { message } = (first ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : undefined
}

type AroundProps = BoundFieldProps & {
  show?: (value: unknown) => string
  children: (control: FieldControl) => ReactNode
}

/** What every bound field has: its label, the place of its fault, and theirs where somebody else saved another value. */
export function Around({ name, show, ...field }: AroundProps) {
  return (
    <div className="min-w-0">
      <Field {...field} error={useFault(name)} />
      <Theirs name={name} {...(show && { show })} />
    </div>
  )
}

type TextFieldProps = BoundFieldProps &
  Omit<ComponentProps<'input'>, 'name' | 'ref'> & {
    /** Another field whose fault hangs on this one. */
    deps?: string
    /** What is kept of what was typed. */
    clean?: (text: string) => string
  }

/** One line of text; also an e-mail, a date or a time, by `type`. */
export function TextField({
  name,
  label,
  hint,
  isRequired,
  deps,
  clean,
  ...input
}: TextFieldProps) {
  const { register } = useFormContext()
  return (
    <Around {...{ name, label, hint, isRequired }}>
      {(control) => (
        <Input
          autoComplete="off"
          {...control}
          {...input}
          {...register(name, {
            ...(deps && { deps }),
            ...(clean && {
              setValueAs: (text: unknown) => clean(typeof text === 'string' ? text : ''),
            }),
          })}
        />
      )}
    </Around>
  )
}

export const PasswordField = (props: Omit<TextFieldProps, 'type'>) => (
  <TextField autoComplete="new-password" {...props} type="password" />
)

/** Two fields side by side, one above the other on phones. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">{children}</div>
)
