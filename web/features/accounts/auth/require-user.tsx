import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation, Link } from 'react-router'
import { Hourglass } from 'lucide-react'
import { isUnreachable } from '#web/lib/api.ts'
import { useQueryError } from '#web/lib/query.ts'
import { FailedPage } from '#web/parts/failed-page.tsx'
import { paths } from '#web/paths.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { clearEndedLogin, useCurrentUser, useEndedLogin } from './current-user.ts'
import type { CurrentUser } from '#contract/accounts/auth.ts'
import { impersonationMinutes } from '#contract/accounts/users.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Shows its children to signed-in users; others sign in first and return to the address they opened. */
export function RequireUser({ children }: { children: ReactNode }) {
  const read = useCurrentUser()
  const { data: user, isFetching, refetch } = read
  const failure = useQueryError(read)
  const queries = useQueryClient()
  const ended = useEndedLogin()
  const { pathname, search } = useLocation()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (user && !wasSignedIn) setWasSignedIn(true)
  if (failure && !user)
    return (
      <main className="flex min-h-dvh items-center justify-center">
        <FailedPage
          title={
            isUnreachable(failure)
              ? 'The server cannot be reached'
              : 'Something went wrong on our side'
          }
          description="Your saved work is safe."
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </main>
    )
  if (user === undefined)
    return (
      <div className="flex min-h-dvh items-center justify-center">
        <Spinner label="Loading" />
      </div>
    )
  if (ended?.user.isImpersonating && !user)
    return <ImpersonationEnded user={ended.user} onLeave={() => clearEndedLogin(queries)} />
  if (!user) {
    // After logging out the next user starts at the dashboard; after an ended login the same user returns here.
    const state = wasSignedIn && !ended ? null : { from: pathname + search, userId: ended?.user.id }
    return <Navigate to={paths.login} replace state={state} />
  }
  return children
}

const ImpersonationEnded = ({ user, onLeave }: { user: CurrentUser; onLeave: () => void }) => (
  <main className="flex min-h-dvh items-center justify-center">
    <EmptyState
      icon={Hourglass}
      title={<h1 className="text-base">The impersonation has ended</h1>}
      hint={`You were logged in as ${formatPersonName(user)}. Impersonation ends automatically after ${impersonationMinutes} minutes. Saved changes are kept. Sign in to continue with your own account.`}
      action={
        <Button asChild>
          <Link to={paths.login} replace onClick={onLeave}>
            Go to sign-in
          </Link>
        </Button>
      }
    />
  </main>
)
