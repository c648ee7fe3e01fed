import { changeMyPassword } from '#contract/accounts/account.ts'
import { minPasswordLength } from '#contract/accounts/auth.ts'
import { passwordChangeForm } from '#contract/accounts/onboarding.ts'
import { ApiForm } from '#web/form/api-form.tsx'
import { FieldPair, PasswordField } from '#web/form/fields.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'

export function PasswordForm({ onSaved }: { onSaved: () => void }) {
  const form = useApiForm({
    schema: passwordChangeForm,
    defaults: { currentPassword: '', password: '', confirmPassword: '' },
    mutationFn: ({ fields: { currentPassword, password } }, call) =>
      call(changeMyPassword, { body: { currentPassword, password } }),
    isSecret: true,
    successToast: () => ({
      title: 'Password changed',
      description: 'You have been logged out on all other devices.',
    }),
    errorToast: 'Failed to change your password',
    onSuccess: onSaved,
  })
  return (
    <ApiForm form={form}>
      <CurrentPasswordField />
      <FieldPair>
        <PasswordField
          name="password"
          label="New password"
          hint={`At least ${minPasswordLength} characters.`}
          deps="confirmPassword"
        />
        <PasswordField name="confirmPassword" label="Confirm new password" />
      </FieldPair>
      <Button
        type="submit"
        className="self-start"
        isPending={form.isPending}
        pendingLabel="Saving..."
      >
        Change password
      </Button>
    </ApiForm>
  )
}
