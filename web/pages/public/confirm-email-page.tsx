import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { confirmEmailChange, emailLinkHours } from '#contract/accounts/email-change.ts'
import { FailureBanner } from '#web/features/accounts/auth/failure-banner.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ApiError } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageCard, PublicFrame, PublicHeading } from './public-frame.tsx'

/** The token is in the URL fragment, which never reaches a server or a log. */
export function ConfirmEmailPage() {
  usePageTitle('Confirm your new email')
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token')
  const [invalidToken, setInvalidToken] = useState<string>()
  const navigate = useNavigate()
  const confirm = useApiMutation({
    mutationFn: (sent: string, call) => call(confirmEmailChange, { body: { token: sent } }),
    isSecret: true,
    successToast: () => ({
      title: 'Email changed',
      description:
        'You sign in with it from now on. You have been logged out on all other devices.',
    }),
    onSuccess: () => void navigate(paths.security, { replace: true }),
    onError: (error, sent) => {
      if (isInvalidLink(error)) setInvalidToken(sent)
    },
  })
  return (
    <PublicFrame>
      {token && token !== invalidToken ? (
        <>
          <PublicHeading title="Confirm your new email">
            You’ll sign in with this address and be signed out everywhere else.
          </PublicHeading>
          <Button
            isPending={confirm.isPending}
            pendingLabel="Confirming..."
            onClick={() => confirm.run(token)}
          >
            Confirm
          </Button>
          {confirm.error && !isInvalidLink(confirm.error) && (
            <FailureBanner error={confirm.error} />
          )}
        </>
      ) : (
        <MessageCard
          title="This link no longer works"
          action={
            <Button asChild>
              <Link to={paths.security}>Go to sign-in and security</Link>
            </Button>
          }
        >
          Links to confirm an email work once, within {emailLinkHours} hours, and only the newest.
          This one has been used, has expired or is incomplete.
        </MessageCard>
      )}
    </PublicFrame>
  )
}

const isInvalidLink = (error: Error) => error instanceof ApiError && error.status === 404
