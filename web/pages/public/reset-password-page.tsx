import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import {
  getResetAccount,
  resetLinkMinutes,
  newPasswordForm,
  resetPassword,
} from '#contract/accounts/onboarding.ts'
import { minPasswordLength } from '#contract/accounts/auth.ts'
import { request } from '#web/lib/api.ts'
import { isNotFound } from '#web/parts/read-state.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { ApiForm } from '#web/form/api-form.tsx'
import { PasswordField, Username } from '#web/form/fields.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { MessageCard, PublicFrame, PublicHeading } from './public-frame.tsx'
import { FailureBanner } from '#web/features/accounts/auth/failure-banner.tsx'

/** The token is in the URL fragment, which never reaches a server or a log. */
export function ResetPasswordPage() {
  usePageTitle('Choose a new password')
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token')
  const account = useQuery({
    queryKey: [getResetAccount.path, token],
    queryFn: ({ signal }) => request(getResetAccount, { body: { token: token ?? '' } }, { signal }),
    enabled: token !== null,
  })
  const navigate = useNavigate()
  const toast = useToast()
  const finish = () => {
    toast({ title: 'Password changed', description: 'Please sign in with your new password.' })
    void navigate(paths.login, { replace: true })
  }
  return (
    <PublicFrame>
      {token && !isNotFound(account.error) ? (
        <>
          <PublicHeading title="Choose a new password">
            You'll be signed out everywhere and can sign in with your new password.
          </PublicHeading>
          <ResetPasswordForm
            token={token}
            email={account.data?.email ?? ''}
            onDone={finish}
            onInvalidLink={() => void account.refetch()}
          />
        </>
      ) : (
        <InvalidLink />
      )}
    </PublicFrame>
  )
}

const InvalidLink = () => (
  <MessageCard
    title="This link no longer works"
    action={
      <Button asChild>
        <Link to={paths.forgotPassword}>Ask for a new link</Link>
      </Button>
    }
  >
    Links to choose a new password work once, within {resetLinkMinutes} minutes. This one has been
    used, has expired or is incomplete. Your password is unchanged.
  </MessageCard>
)

type ResetPasswordFormProps = {
  token: string
  /** Of the account. */
  email: string
  onDone: () => void
  /** The token is unknown, used or expired. */
  onInvalidLink: () => void
}

/** The texts are those of the registration (docs/product.md, "Registration"). */
function ResetPasswordForm({ token, email, onDone, onInvalidLink }: ResetPasswordFormProps) {
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
