import { useState } from 'react'
import { Link } from 'react-router'
import { resetLinkMinutes } from '#contract/onboarding.ts'
import { type ResetRequest, ForgotPasswordForm } from '#web/features/auth/forgot-password-form.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PublicFrame, PublicHeading } from './public-frame.tsx'

/** The answer is the same whether or not somebody has an account: only the way of delivery differs, and that for all. */
export function ForgotPasswordPage() {
  usePageTitle('Forgot your password?')
  const [sent, setSent] = useState<ResetRequest>()
  return (
    <PublicFrame>
      {sent ? (
        <RequestSent {...sent} onAgain={() => setSent(undefined)} />
      ) : (
        <>
          <PublicHeading title="Forgot your password?">
            Enter the e-mail address of your account. You get a link to choose a new password.
          </PublicHeading>
          <ForgotPasswordForm onDone={setSent} />
        </>
      )}
      <Link
        to={paths.login}
        className="self-start rounded-md font-semibold text-brand-ink hover:underline"
      >
        Back to sign in
      </Link>
    </PublicFrame>
  )
}

function RequestSent({ email, delivery, onAgain }: ResetRequest & { onAgain: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      {delivery === 'message' ? (
        <PublicHeading takesFocus title="Check your e-mail">
          If there is an account for <Address>{email}</Address>, a message with a link is on its
          way. If nothing comes within a few minutes, please look in the spam folder too.
        </PublicHeading>
      ) : (
        <PublicHeading takesFocus title="Ask your administrator">
          If there is an account for <Address>{email}</Address>, an administrator of this
          installation now has the message with your link, because no e-mail leaves it. Please ask
          them for it.
        </PublicHeading>
      )}
      <p className="text-muted">
        The link works once, for {resetLinkMinutes} minutes. Nobody will ever ask you for your old
        password.
      </p>
      <Button variant="secondary" className="self-start" onClick={onAgain}>
        Use another address
      </Button>
    </div>
  )
}

const Address = ({ children }: { children: string }) => (
  <strong className="font-semibold text-ink">{children}</strong>
)
