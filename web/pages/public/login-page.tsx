import { Navigate, useLocation } from 'react-router'
import { useCurrentUser } from '#web/features/auth/current-user.ts'
import { LoginForm } from '#web/features/auth/login-form.tsx'
import { SignUpDialog } from '#web/features/auth/sign-up-dialog.tsx'
import { usePageTitle } from '#web/lib/page-title.ts'
import { paths } from '#web/paths.ts'
import { PublicFrame, PublicHeading } from './public-frame.tsx'

export function LoginPage() {
  usePageTitle('Sign in')
  const { data: user } = useCurrentUser()
  const { state } = useLocation() as { state: { from?: string } | null }
  if (user) return <Navigate to={state?.from ?? paths.app} replace />
  return (
    <PublicFrame>
      <PublicHeading title="Sign in to your account">
        Welcome back to the product. Continue your wellness journey.
      </PublicHeading>
      <LoginForm />
      <div className="flex flex-col gap-3 border-t border-line pt-6">
        <p className="text-muted">New here?</p>
        <SignUpDialog />
      </div>
    </PublicFrame>
  )
}
