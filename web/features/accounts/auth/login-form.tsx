import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { type CurrentUser, login, type SecondFactor } from '#contract/accounts/auth.ts'
import { ApiForm } from '#web/form/api-form.tsx'
import { PasswordField, TextField } from '#web/form/fields.tsx'
import { useApiForm } from '#web/form/use-api-form.ts'
import { ApiError } from '#web/lib/api.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { FailureBanner } from './failure-banner.tsx'

const fields = z.object({
  email: z.string().refine((text) => text.trim() !== '', 'Email is required'),
  password: z.string().min(1, 'Password is required'),
})

type LoginFormProps = {
  onSignedIn: (user: CurrentUser) => void
  onSecondFactor: (factors: readonly SecondFactor[]) => void
}

/** Email and password; its texts are fixed (docs/product.md, "Sign-in page"). */
export function LoginForm({ onSignedIn, onSecondFactor }: LoginFormProps) {
  const toast = useToast()
  const [isRemembered, setRemembered] = useState(false)
  const form = useApiForm({
    schema: fields,
    defaults: { email: '', password: '' },
    mutationFn: ({ fields: given }, call) =>
      call(login, { body: { ...given, rememberMe: isRemembered } }),
    isSecret: true,
    errorToast: () => ({
      title: 'Login Failed',
      description: 'Invalid credentials. Please try again.',
    }),
    onSuccess: (answer) =>
      'user' in answer ? onSignedIn(answer.user) : onSecondFactor(answer.secondFactor),
    onInvalid: () =>
      toast({
        title: 'Error',
        description: 'Please fill in all required fields.',
        tone: 'destructive',
      }),
  })
  const { error, isPending } = form
  return (
    <ApiForm form={form}>
      <TextField name="email" type="email" label="Email" autoComplete="username" />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Checkbox label="Remember me" checked={isRemembered} onCheckedChange={setRemembered} />
        <Link
          to={paths.forgotPassword}
          className="rounded-md font-semibold text-brand-ink hover:underline"
        >
          Forgot your password?
        </Link>
      </div>
      <Button type="submit" isPending={isPending} pendingLabel="Signing in...">
        Sign in
      </Button>
      {/* The toast is the same for every failure (docs/product.md, "Sign-in page"); the banner gives the reason. */}
      {error && !isInvalidCredentials(error) && <FailureBanner error={error} />}
    </ApiForm>
  )
}

const isInvalidCredentials = (error: Error) => error instanceof ApiError && error.status === 401
