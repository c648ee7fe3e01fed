import type { Reply } from '#contract/endpoint.ts'
import { forgotPasswordForm, requestPasswordReset } from '#contract/onboarding.ts'
import { Bound } from '#web/form/bound.tsx'
import { TextField } from '#web/form/fields.tsx'
import { useBoundForm } from '#web/form/use-bound-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureBanner } from './failure-banner.tsx'

/** A sent request, with how this installation delivers the link. */
export type ResetRequest = { email: string } & Reply<typeof requestPasswordReset>

export function ForgotPasswordForm({ onDone }: { onDone: (request: ResetRequest) => void }) {
  const bound = useBoundForm({
    schema: forgotPasswordForm,
    defaults: { email: '' },
    write: ({ fields }, call) => call(requestPasswordReset, { body: fields }),
    onSuccess: ({ delivery }, { fields: { email } }) => onDone({ email, delivery }),
  })
  return (
    <Bound bound={bound}>
      <TextField name="email" type="email" label="Email" autoComplete="username" />
      <Button type="submit" isPending={bound.isPending} pendingLabel="Sending...">
        Send link
      </Button>
      {bound.error && <FailureBanner error={bound.error} />}
    </Bound>
  )
}
