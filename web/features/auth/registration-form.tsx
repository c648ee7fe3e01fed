import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { minimumPasswordLength } from '#contract/auth.ts'
import { registrationForm } from '#contract/onboarding.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useRegistration } from './current-user.ts'
import { showServerFields } from '#web/lib/server-fields.ts'

const fields = ['firstName', 'lastName', 'email', 'password'] as const

type RegistrationFormProps = {
  /** The two halves of the onboarding link. */
  orgId: string
  token: string
  onDone: () => void
}

/** Specification part 1, sections 2, 5 and 8: its texts, word for word. */
export function RegistrationForm({ orgId, token, onDone }: RegistrationFormProps) {
  const toast = useToast()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(registrationForm),
    defaultValues: { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' },
  })
  const { errors } = formState
  const registration = useRegistration({
    onSuccess: () => {
      toast({
        title: 'Registration successful!',
        description: "Welcome to your mental health platform. You're now logged in.",
      })
      onDone()
    },
    onError: (error) => {
      showServerFields(error, fields, setError)
      toast({
        title: 'Registration failed',
        description: sentenceOf(error, 'Please check your information and try again.'),
        tone: 'destructive',
      })
    },
  })
  const send = handleSubmit(({ firstName, lastName, email, password }) =>
    registration.mutate({ body: { orgId, token, email, password, firstName, lastName } }),
  )
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Field label="First name" error={errors.firstName?.message}>
          {(control) => <Input autoComplete="given-name" {...control} {...register('firstName')} />}
        </Field>
        <Field label="Last name" error={errors.lastName?.message}>
          {(control) => <Input autoComplete="family-name" {...control} {...register('lastName')} />}
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input type="email" autoComplete="username" {...control} {...register('email')} />
        )}
      </Field>
      <Field
        label="Password"
        hint={`At least ${minimumPasswordLength} characters.`}
        error={errors.password?.message}
      >
        {(control) => (
          <Input
            type="password"
            autoComplete="new-password"
            {...control}
            {...register('password', { deps: 'confirmPassword' })}
          />
        )}
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        {(control) => (
          <Input
            type="password"
            autoComplete="new-password"
            {...control}
            {...register('confirmPassword')}
          />
        )}
      </Field>
      <Button
        type="submit"
        isPending={registration.isPending}
        pendingLabel="Creating account..."
        className="mt-1"
      >
        Create account
      </Button>
    </form>
  )
}
