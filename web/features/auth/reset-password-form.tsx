import { minPasswordLength } from '#contract/auth.ts'
import { newPasswordForm, resetPassword } from '#contract/onboarding.ts'
import { Bound } from '#web/form/bound.tsx'
import { PasswordField } from '#web/form/fields.tsx'
import { useBoundForm } from '#web/form/use-bound-form.ts'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureBanner } from './failure-banner.tsx'

type ResetPasswordFormProps = {
  token: string
  onDone: () => void
  /** The token is unknown, used or expired. */
  onInvalidLink: () => void
}

/** The texts are those of the registration (specification part 1, section 5). */
export function ResetPasswordForm({ token, onDone, onInvalidLink }: ResetPasswordFormProps) {
  const bound = useBoundForm({
    schema: newPasswordForm,
    defaults: { password: '', confirmPassword: '' },
    write: ({ fields: { password } }, call) => call(resetPassword, { body: { token, password } }),
    isSecret: true,
    onSuccess: onDone,
    onError: (error) => {
      if (isInvalidLink(error)) onInvalidLink()
    },
  })
  return (
    <Bound bound={bound}>
      <PasswordField
        name="password"
        label="New password"
        hint={`At least ${minPasswordLength} characters.`}
        deps="confirmPassword"
      />
      <PasswordField name="confirmPassword" label="Confirm password" />
      <Button type="submit" isPending={bound.isPending} pendingLabel="Saving...">
        Save password
      </Button>
      {bound.error && !isInvalidLink(bound.error) && <FailureBanner error={bound.error} />}
    </Bound>
  )
}

const isInvalidLink = (error: Error) => error instanceof ApiError && error.status === 404
