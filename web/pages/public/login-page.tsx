import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router'
import { getSignInOptions } from '#contract/provider-sign-in.ts'
import { useCurrentUser, useEndedLogin } from '#web/features/auth/current-user.ts'
import { LoginForm } from '#web/features/auth/login-form.tsx'
import { ProviderButtons } from '#web/features/auth/provider-buttons.tsx'
import { describeSignInError } from '#web/features/auth/sign-in-errors.ts'
import { SignUp } from '#web/features/auth/sign-up.tsx'
import { queryFor } from '#web/lib/query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { paths } from '#web/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { PublicFrame, PublicHeading } from './public-frame.tsx'

export function LoginPage() {
  usePageTitle('Sign in')
  const { data: user } = useCurrentUser()
  const ended = useEndedLogin()
  const { hasPassword = true, providers = [] } = useQuery(queryFor(getSignInOptions, {})).data ?? {}
  const [parameters] = useSearchParams()
  const failure = describeSignInError(parameters.get('error'))
  const { state } = useLocation() as { state: { from?: string; userId?: string } | null }
  if (user) {
    const isSameUser = !state?.userId || state.userId === user.id
    return <Navigate to={(isSameUser && state?.from) || paths.app} replace />
  }
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
      {hasPassword && <LoginForm />}
      {providers.length > 0 && <ProviderButtons providers={providers} next={state?.from} />}
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
