import { useQueryClient } from '@tanstack/react-query'
import { minPasswordLength } from '#contract/accounts/auth.ts'
import { register, registrationForm } from '#contract/accounts/onboarding.ts'
import { ApiForm } from '#web/form/api-form.tsx'
import { FieldPair, PasswordField, TextField } from '#web/form/fields.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { serverMessage } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { setCurrentUser } from './current-user.ts'

type RegistrationFormProps = {
  /** The two halves of the onboarding link. */
  orgId: string
  token: string
  onDone: () => void
}

/** Its texts are fixed (docs/product.md, "Registration"). */
export function RegistrationForm({ orgId, token, onDone }: RegistrationFormProps) {
  const queries = useQueryClient()
  const form = useApiForm({
    schema: registrationForm,
    defaults: { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' },
    mutationFn: ({ fields: { confirmPassword: _same, ...person } }, call) =>
      call(register, { body: { orgId, token, ...person } }),
    isSecret: true,
    successToast: () => ({
      title: 'Registration successful!',
      description: "Welcome to your mental health platform. You're now logged in.",
    }),
    errorToast: (error) => ({
      title: 'Registration failed',
      description: serverMessage(error, 'Please check your information and try again.'),
    }),
    onSuccess: ({ user }) => {
      setCurrentUser(queries, user)
      onDone()
    },
  })
  return (
    <ApiForm form={form}>
      <FieldPair>
        <TextField name="firstName" label="First name" autoComplete="given-name" />
        <TextField name="lastName" label="Last name" autoComplete="family-name" />
      </FieldPair>
      <TextField name="email" type="email" label="Email" autoComplete="username" />
      <PasswordField
        name="password"
        label="Password"
        hint={`At least ${minPasswordLength} characters.`}
        deps="confirmPassword"
      />
      <PasswordField name="confirmPassword" label="Confirm password" />
      <Button
        type="submit"
        isPending={form.isPending}
        pendingLabel="Creating account..."
        className="mt-1"
      >
        Create account
      </Button>
    </ApiForm>
  )
}
