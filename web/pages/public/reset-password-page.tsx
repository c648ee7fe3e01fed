import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router'
import { getResetAccount, resetLinkMinutes } from '#contract/accounts/onboarding.ts'
import { ResetPasswordForm } from '#web/features/accounts/auth/reset-password-form.tsx'
import { request } from '#web/lib/api.ts'
import { isNotFound } from '#web/parts/read-state.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { MessageCard, PublicFrame, PublicHeading } from './public-frame.tsx'

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
