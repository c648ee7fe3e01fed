import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import type { CurrentUser, SecondFactor } from '#contract/accounts/auth.ts'
import { getSignInOptions, nextPage } from '#contract/accounts/provider-sign-in.ts'
import {
  setCurrentUser,
  useCurrentUser,
  useEndedLogin,
} from '#web/features/accounts/auth/current-user.ts'
import { LoginForm } from '#web/features/accounts/auth/login-form.tsx'
import { OrDivider, ProviderButtons } from '#web/features/accounts/auth/provider-buttons.tsx'
import { SecondFactorForm } from '#web/features/accounts/auth/second-factor-form.tsx'
import { describeSignInError } from '#web/features/accounts/auth/sign-in-errors.ts'
import { queryFor } from '#web/lib/query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { PublicFrame, PublicHeading } from './public-frame.tsx'
import { continueSignIn } from '#contract/accounts/second-factor.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'

export function LoginPage() {
  usePageTitle('Sign in')
  const { data: user } = useCurrentUser()
  const ended = useEndedLogin()
  const toast = useToast()
  const queries = useQueryClient()
  const [factors, setFactors] = useState<readonly SecondFactor[]>()
  const options = useQuery(queryFor(getSignInOptions, {}))
  const { hasPassword = true, providers = [] } = options.data ?? {}
  const [parameters, setParameters] = useSearchParams()
  const failure = describeSignInError(parameters.get('error'))
  const { state } = useLocation() as { state: { from?: string; userId?: string } | null }
  const { data: next = state?.from } = nextPage.safeParse(parameters.get('next'))
  if (user) {
    const isSameUser = !state?.userId || state.userId === user.id
    return <Navigate to={(isSameUser && next) || paths.app} replace />
  }
  const enter = (entered: CurrentUser) => {
    toast({ title: 'Success', description: 'Welcome back! Redirecting to your dashboard...' })
    setCurrentUser(queries, entered)
  }
  const startOver = () => {
    setFactors(undefined)
    setParameters({}, { replace: true, state })
  }
  if (!factors && parameters.get('step') === 'second-factor')
    return (
      <PublicFrame>
        <ContinueSignIn onSignedIn={enter} onSecondFactor={setFactors} onFailed={startOver} />
      </PublicFrame>
    )
  if (factors)
    return (
      <PublicFrame>
        <PublicHeading takesFocus title="Confirm that it’s you">
          {factors.includes('passkey')
            ? 'Use your passkey, or enter a code.'
            : 'Enter a code from your authenticator app.'}
        </PublicHeading>
        <SecondFactorForm factors={factors} onSignedIn={enter} onStartOver={startOver} />
      </PublicFrame>
    )
  return (
    <PublicFrame>
      <PublicHeading title="Sign in to your account">
        Welcome back to the product. Continue your wellness journey.
      </PublicHeading>
      {ended && (
        <Banner tone="amber" role="alert">
          <strong>Your login has ended.</strong> Sign in again to continue where you left off.
          {ended.hasTyped && ' What you typed is still in this window.'}
        </Banner>
      )}
      {failure && (
        <Banner tone="red" role="alert">
          {failure}
        </Banner>
      )}
      {/* Hidden until it is known how people sign in, so that no form appears only to go. */}
      <div className={options.isPending ? 'invisible contents' : 'contents'}>
        {hasPassword && <LoginForm onSignedIn={enter} onSecondFactor={setFactors} />}
        {hasPassword && providers.length > 0 && <OrDivider />}
        {providers.length > 0 && <ProviderButtons providers={providers} next={next} />}
      </div>
      {ended?.hasTyped && providers.length > 0 && (
        <p className="text-muted">What you typed is kept only if you sign in with your password.</p>
      )}
      <div className="flex flex-col gap-3 border-t border-line pt-6">
        <p className="text-muted">New here?</p>
        <SignUp />
      </div>
      <Link
        to={paths.trust}
        className="self-start rounded-md text-sm text-muted hover:text-ink hover:underline"
      >
        Privacy and trust
      </Link>
    </PublicFrame>
  )
}

type ContinueSignInProps = {
  onSignedIn: (user: CurrentUser) => void
  onSecondFactor: (factors: readonly SecondFactor[]) => void
  onFailed: () => void
}

/** After an identity provider, for somebody who has a second factor. */
function ContinueSignIn({ onSignedIn, onSecondFactor, onFailed }: ContinueSignInProps) {
  const { run } = useApiMutation({
    mutationFn: (_nothing: void, call) => call(continueSignIn, {}),
    errorToast: 'This sign-in could not be continued. Please start again.',
    onSuccess: (answer) =>
      'user' in answer ? onSignedIn(answer.user) : onSecondFactor(answer.secondFactor),
    onError: onFailed,
  })
  useEffect(() => {
    run()
    // Once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <Spinner label="Signing in" />
}

/** Loaded on the first click, so that signing in does not wait for it. */
const SignUpDialog = lazyComponent(
  async () => (await import('#web/features/accounts/auth/sign-up-dialog.tsx')).SignUpDialog,
  'Sign up could not be opened.',
)

function SignUp() {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const ask = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <Button variant="secondary" className="w-full" onClick={ask}>
        Sign up
      </Button>
      {isWanted && <SignUpDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
