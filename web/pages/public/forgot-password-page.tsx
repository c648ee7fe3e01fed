import { useState } from 'react'
import { Link } from 'react-router'
import {
  resetLinkMinutes,
  forgotPasswordForm,
  requestPasswordReset,
} from '#contract/accounts/onboarding.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PublicFrame, PublicHeading } from './public-frame.tsx'
import type { Reply } from '#contract/endpoint.ts'
import { ApiForm } from '#web/form/api-form.tsx'
import { TextField } from '#web/form/fields.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { FailureBanner } from '#web/features/accounts/auth/failure-banner.tsx'

/** The answer is the same whether or not the account exists. */
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
            Enter the email address of your account. We'll send you a link to choose a new password.
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
        <PublicHeading takesFocus title="Check your email">
          If there is an account for <Address>{email}</Address>, we've sent it a link. If nothing
          arrives within a few minutes, check your spam folder.
        </PublicHeading>
      ) : (
        <PublicHeading takesFocus title="Ask your administrator">
          Email isn't set up here. If there is an account for <Address>{email}</Address>, an
          administrator now has a message with your link. Ask them for it.
        </PublicHeading>
      )}
      <p className="text-muted">
        The link works once, within {resetLinkMinutes} minutes. We'll never ask for your old
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

/** A sent request, with how this installation delivers the link. */
type ResetRequest = { email: string } & Reply<typeof requestPasswordReset>

function ForgotPasswordForm({ onDone }: { onDone: (request: ResetRequest) => void }) {
  const form = useApiForm({
    schema: forgotPasswordForm,
    defaults: { email: '' },
    mutationFn: ({ fields }, call) => call(requestPasswordReset, { body: fields }),
    onSuccess: ({ delivery }, { fields: { email } }) => onDone({ email, delivery }),
  })
  return (
    <ApiForm form={form}>
      <TextField name="email" type="email" label="Email" autoComplete="username" />
      <Button type="submit" isPending={form.isPending} pendingLabel="Sending...">
        Send link
      </Button>
      {form.error && <FailureBanner error={form.error} />}
    </ApiForm>
  )
}
