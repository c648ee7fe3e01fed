import { minPasswordLength } from '#contract/accounts/auth.ts'
import { newPasswordForm, resetPassword } from '#contract/accounts/onboarding.ts'
import { ApiForm } from '#web/form/api-form.tsx'
import { PasswordField, Username } from '#web/form/fields.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { isNotFound } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureBanner } from './failure-banner.tsx'

type ResetPasswordFormProps = {
  token: string
  /** Of the account. */
  email: string
  onDone: () => void
  /** The token is unknown, used or expired. */
  onInvalidLink: () => void
}

/** The texts are those of the registration (docs/product.md, "Registration"). */
export function ResetPasswordForm({ token, email, onDone, onInvalidLink }: ResetPasswordFormProps) {
  const form = useApiForm({
    schema: newPasswordForm,
    defaults: { password: '', confirmPassword: '' },
    mutationFn: ({ fields: { password } }, call) =>
      call(resetPassword, { body: { token, password } }),
    isSecret: true,
    onSuccess: onDone,
    onError: (error) => {
      if (isNotFound(error)) onInvalidLink()
    },
  })
  return (
    <ApiForm form={form}>
      <Username email={email} />
      <PasswordField
        name="password"
        label="New password"
        hint={`At least ${minPasswordLength} characters.`}
        deps="confirmPassword"
      />
      <PasswordField name="confirmPassword" label="Confirm password" />
      <Button type="submit" isPending={form.isPending} pendingLabel="Saving...">
        Save password
      </Button>
      {form.error && !isNotFound(form.error) && <FailureBanner error={form.error} />}
    </ApiForm>
  )
}
