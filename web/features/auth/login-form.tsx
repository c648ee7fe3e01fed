import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useLogin } from './current-user.ts'
import { FailureBanner } from './failure-banner.tsx'

/** Specification part 1, sections 2, 5 and 8: its texts, word for word. */
export function LoginForm() {
  const toast = useToast()
  const login = useLogin({
    onSuccess: () =>
      toast({ title: 'Success', description: 'Welcome back! Redirecting to your dashboard...' }),
    onError: () =>
      toast({
        title: 'Login Failed',
        description: 'Invalid credentials. Please try again.',
        tone: 'destructive',
      }),
  })
  const [isRemembered, setRemembered] = useState(false)
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState

  const signIn = handleSubmit(
    (fields) => login.mutate({ body: { ...fields, rememberMe: isRemembered } }),
    () =>
      toast({
        title: 'Error',
        description: 'Please fill in all required fields.',
        tone: 'destructive',
      }),
  )

  return (
    <form noValidate onSubmit={(event) => void signIn(event)} className="flex flex-col gap-4">
      {/* The toast says the same of every failure (specification part 1, section 8); this adds what else there is to know. */}
      {login.error && !isWrong(login.error) && <FailureBanner error={login.error} />}
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input
            type="email"
            autoComplete="username"
            {...control}
            {...register('email', { validate: given('Email is required') })}
          />
        )}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <Input
            type="password"
            autoComplete="current-password"
            {...control}
            {...register('password', { validate: (it) => it !== '' || 'Password is required' })}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox label="Remember me" checked={isRemembered} onCheckedChange={setRemembered} />
        <Link
          to={paths.forgotPassword}
          className="rounded-md font-semibold text-brand-ink hover:underline"
        >
          Forgot your password?
        </Link>
      </div>
      <Button type="submit" isPending={login.isPending} pendingLabel="Signing in...">
        Sign in
      </Button>
    </form>
  )
}

const given = (message: string) => (text: string) => text.trim() !== '' || message
const isWrong = (error: Error) => error instanceof ApiError && error.status === 401
