import type { ComponentProps, ReactNode } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { Field, type FieldControl } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { ConflictNotice } from './conflict-notice.tsx'

export type FormFieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  isRequired?: boolean
}

export function useFieldError(name: string) {
  const { errors } = useFormState({ name })
  const error: unknown = errors[name]
  const first: unknown = Array.isArray(error) ? error.find(Boolean) : error
  const { message } = (first ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : undefined
}

type FormFieldFrameProps = FormFieldProps & {
  show?: (value: unknown) => string
  children: (control: FieldControl) => ReactNode
}

/** A label, its control, its error, and the value of a conflicting save. */
export function FormField({ name, show, ...field }: FormFieldFrameProps) {
  return (
    <div className="min-w-0">
      <Field {...field} error={useFieldError(name)} />
      <ConflictNotice name={name} {...(show && { show })} />
    </div>
  )
}

type TextFieldProps = FormFieldProps &
  Omit<ComponentProps<'input'>, 'name' | 'ref'> & {
    /** Another field that is validated with this one. */
    deps?: string
    /** Normalizes the typed text. */
    clean?: (text: string) => string
  }

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
    <FormField {...{ name, label, hint, isRequired }}>
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
    </FormField>
  )
}

export const PasswordField = (props: Omit<TextFieldProps, 'type'>) => (
  <TextField autoComplete="new-password" {...props} type="password" />
)

/** Tells password managers whose password it is, where the form does not ask for the email. */
export const Username = ({ email }: { email: string }) => (
  <input hidden readOnly type="email" autoComplete="username" value={email} />
)

/** Two fields side by side, on phones one above the other. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">{children}</div>
)
