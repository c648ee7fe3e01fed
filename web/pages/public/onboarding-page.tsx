import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { getInvitation, invalidInvitation } from '#contract/accounts/onboarding.ts'
import { getSignInOptions } from '#contract/accounts/provider-sign-in.ts'
import { useCurrentUser } from '#web/features/accounts/auth/current-user.ts'
import { ProviderButtons } from '#web/features/accounts/auth/provider-buttons.tsx'
import { RegistrationForm } from '#web/features/accounts/auth/registration-form.tsx'
import { ApiError } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { queryFor, useQueryError } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { MessageCard, PublicFrame, PublicHeading } from './public-frame.tsx'
import type { CurrentUser } from '#contract/accounts/auth.ts'
import { useLogout } from '#web/features/accounts/auth/use-logout.ts'

/** Self-registration by an employer's link (docs/product.md, "Registration"). */
export function OnboardingPage() {
  usePageTitle('Create your account')
  const { orgId, inviteToken } = useParams()
  return (
    <PublicFrame>
      {orgId && inviteToken ? (
        <Invitation key={inviteToken} orgId={orgId} inviteToken={inviteToken} />
      ) : (
        <InvalidLink />
      )}
    </PublicFrame>
  )
}

function Invitation(params: { orgId: string; inviteToken: string }) {
  const { data: user, isPending } = useCurrentUser()
  const invitation = useQuery(queryFor(getInvitation, { params }))
  const failure = useQueryError(invitation)
  const { hasPassword = true, providers = [] } = useQuery(queryFor(getSignInOptions, {})).data ?? {}
  const [isRegistered, setRegistered] = useState(false)
  if (isRegistered) return <Navigate to={paths.app} replace />
  if (failure instanceof ApiError && failure.status === 404) return <InvalidLink />
  if (failure)
    return (
      <ErrorState
        title={<h1 className="text-base">The link could not be checked</h1>}
        description="Please try again in a moment."
        onRetry={() => void invitation.refetch()}
        isRetrying={invitation.isFetching}
      />
    )
  if (isPending || !invitation.data)
    return <Spinner label="Checking your link" isLabelVisible className="self-center" />
  const { organizationName } = invitation.data
  if (user) return <AlreadySignedIn user={user} organizationName={organizationName} />
  return (
    <>
      <PublicHeading title="Create your account">
        You were invited by <strong className="font-semibold text-ink">{organizationName}</strong>.
        Your employer only sees figures about groups, never anything about you.
      </PublicHeading>
      {hasPassword ? (
        <RegistrationForm
          orgId={params.orgId}
          token={params.inviteToken}
          onDone={() => setRegistered(true)}
        />
      ) : (
        <ProviderButtons providers={providers} next={undefined} />
      )}
      <p className="border-t border-line pt-6 text-muted">
        Already have an account?{' '}
        <Link to={paths.login} className="rounded-md font-semibold text-brand-ink hover:underline">
          Sign in
        </Link>
      </p>
    </>
  )
}

/** Title and sentence are fixed (docs/product.md, "Registration"). */
const InvalidLink = () => (
  <MessageCard
    title="Invalid Link"
    action={
      <Button asChild variant="secondary">
        <Link to={paths.login}>Go to sign in</Link>
      </Button>
    }
  >
    <p>{invalidInvitation}</p>
    <p>Open it again from the message it came in, or ask the sender for a new one.</p>
  </MessageCard>
)

type AlreadySignedInProps = { user: CurrentUser; organizationName: string }

/** Registering creates another account, so a signed-in user has to log out first. */
function AlreadySignedIn({ user, organizationName }: AlreadySignedInProps) {
  const leaving = useLogout()
  return (
    <MessageCard
      title="You are already signed in"
      action={
        <>
          <Button asChild>
            <Link to={paths.app}>Go to the application</Link>
          </Button>
          <Button variant="secondary" isPending={leaving.isPending} onClick={() => leaving.run()}>
            Log out
          </Button>
        </>
      }
    >
      <p>
        You are signed in as{' '}
        <strong className="font-semibold break-words text-ink">{user.email}</strong>.
      </p>
      <p>This link is for new employees of {organizationName}. To register, log out first.</p>
    </MessageCard>
  )
}
