import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { Reply } from '#contract/endpoint.ts'
import { forgottenPasswordForm, requestPasswordReset } from '#contract/onboarding.ts'
import { call } from '#web/lib/api.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { FailureBanner } from './failure-banner.tsx'

/** What was asked, and how the link is delivered here. */
export type AskedFor = { email: string } & Reply<typeof requestPasswordReset>

export function ForgotPasswordForm({ onDone }: { onDone: (asked: AskedFor) => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(forgottenPasswordForm),
    defaultValues: { email: '' },
  })
  const request = useSingleMutation({
    mutationFn: (body: { email: string }) => call(requestPasswordReset, { body }),
    onSuccess: ({ delivery }, { email }) => onDone({ email, delivery }),
  })
  const send = handleSubmit((body) => request.mutate(body))
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      {request.error && <FailureBanner error={request.error} />}
      <Field label="Email" error={formState.errors.email?.message}>
        {(control) => (
          <Input type="email" autoComplete="username" {...control} {...register('email')} />
        )}
      </Field>
      <Button type="submit" isPending={request.isPending} pendingLabel="Sending...">
        Send link
      </Button>
    </form>
  )
}
