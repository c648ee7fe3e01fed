import { changeMyPassword } from '#contract/account.ts'
import { minPasswordLength } from '#contract/auth.ts'
import { passwordChangeForm } from '#contract/onboarding.ts'
import { Bound } from '#web/form/bound.tsx'
import { FieldPair, PasswordField } from '#web/form/fields.tsx'
import { useBoundForm } from '#web/form/use-bound-form.ts'
import { Button } from '#web/ui/button.tsx'

export function PasswordForm({ onSaved }: { onSaved: () => void }) {
  const bound = useBoundForm({
    schema: passwordChangeForm,
    defaults: { currentPassword: '', password: '', confirmPassword: '' },
    write: ({ fields: { currentPassword, password } }, call) =>
      call(changeMyPassword, { body: { currentPassword, password } }),
    isSecret: true,
    done: () => ({
      title: 'Password changed',
      description: 'You have been logged out on all other devices.',
    }),
    failed: 'Failed to change your password',
    onSuccess: onSaved,
  })
  return (
    <Bound bound={bound}>
      <PasswordField
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
      />
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
        isPending={bound.isPending}
        pendingLabel="Saving..."
      >
        Change password
      </Button>
    </Bound>
  )
}
