import type { Reply } from '#contract/endpoint.ts'
import { forgotPasswordForm, requestPasswordReset } from '#contract/onboarding.ts'
import { ApiForm } from '#web/form/api-form.tsx'
import { TextField } from '#web/form/fields.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureBanner } from './failure-banner.tsx'

/** A sent request, with how this installation delivers the link. */
export type ResetRequest = { email: string } & Reply<typeof requestPasswordReset>

export function ForgotPasswordForm({ onDone }: { onDone: (request: ResetRequest) => void }) {
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
