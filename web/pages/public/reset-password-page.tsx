import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { resetLinkMinutes } from '#contract/onboarding.ts'
import { ResetPasswordForm } from '#web/features/auth/reset-password-form.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { MessageCard, PublicFrame, PublicHeading } from './public-frame.tsx'

/** The token is the address's fragment, which no server and no log ever gets to see. */
export function ResetPasswordPage() {
  usePageTitle('Choose a new password')
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token')
  const [invalidToken, setInvalidToken] = useState<string>()
  const navigate = useNavigate()
  const toast = useToast()
  const finish = () => {
    toast({ title: 'Password changed', description: 'Please sign in with your new password.' })
    void navigate(paths.login, { replace: true })
  }
  return (
    <PublicFrame>
      {token && token !== invalidToken ? (
        <>
          <PublicHeading title="Choose a new password">
            Afterwards you are signed out everywhere and sign in with the new one.
          </PublicHeading>
          <ResetPasswordForm
            token={token}
            onDone={finish}
            onInvalidLink={() => setInvalidToken(token)}
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
    title="This link does not work any more"
    action={
      <Button asChild>
        <Link to={paths.forgotPassword}>Ask for a new link</Link>
      </Button>
    }
  >
    A link to choose a new password works once, for {resetLinkMinutes} minutes. This one was used,
    has run out or is not complete. Your password is unchanged.
  </MessageCard>
)
