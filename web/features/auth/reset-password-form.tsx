import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { minimumPasswordLength } from '#contract/auth.ts'
import { newPasswordForm, resetPassword } from '#contract/onboarding.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { currentUserQuery } from './current-user.ts'
import { FailureBanner } from './failure-banner.tsx'
import { showServerFields } from '#web/lib/server-fields.ts'

type ResetPasswordFormProps = {
  token: string
  onDone: () => void
  /** The server does not know the token, or not any more. */
  onDeadLink: () => void
}

/** The texts are those of the registration (specification part 1, section 5). */
export function ResetPasswordForm({ token, onDone, onDeadLink }: ResetPasswordFormProps) {
  const queries = useQueryClient()
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors } = formState
  const reset = useSingleMutation({
    mutationFn: (password: string) => call(resetPassword, { body: { token, password } }),
    gcTime: 0,
    onSuccess: async () => {
      // All logins of that user have ended, perhaps this browser's too.
      await queries.invalidateQueries(currentUserQuery)
      onDone()
    },
    onError: (error) => {
      if (isDead(error)) onDeadLink()
      else showServerFields(error, ['password'], setError)
    },
  })
  const send = handleSubmit(({ password }) => reset.mutate(password))
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      {reset.error && !isDead(reset.error) && <FailureBanner error={reset.error} />}
      <Field
        label="New password"
        hint={`At least ${minimumPasswordLength} characters.`}
        error={errors.password?.message}
      >
        {(control) => (
          <Input
            type="password"
            autoComplete="new-password"
            {...control}
            {...register('password', { deps: 'confirmPassword' })}
          />
        )}
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        {(control) => (
          <Input
            type="password"
            autoComplete="new-password"
            {...control}
            {...register('confirmPassword')}
          />
        )}
      </Field>
      <Button type="submit" isPending={reset.isPending} pendingLabel="Saving...">
        Save password
      </Button>
    </form>
  )
}

const isDead = (error: Error) => error instanceof ApiError && error.status === 404
