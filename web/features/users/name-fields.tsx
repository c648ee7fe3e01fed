import { useFormContext } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

/** Who an account is for: in both forms of a user, inside their FormProvider. */
export function NameFields() {
  const { register, formState } = useFormContext<{
    firstName: string
    lastName: string
    email: string
  }>()
  const { errors } = formState
  return (
    <>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Field label="First Name" isRequired error={errors.firstName?.message}>
          {(control) => <Input autoComplete="off" {...control} {...register('firstName')} />}
        </Field>
        <Field label="Last Name" isRequired error={errors.lastName?.message}>
          {(control) => <Input autoComplete="off" {...control} {...register('lastName')} />}
        </Field>
      </div>
      <Field label="Email" isRequired error={errors.email?.message}>
        {(control) => <Input type="email" autoComplete="off" {...control} {...register('email')} />}
      </Field>
    </>
  )
}
