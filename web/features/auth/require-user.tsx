import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { paths } from '#web/paths.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { endedImpersonationKey, useCurrentUser } from './current-user.ts'
import { ImpersonationEnded } from './impersonation-ended.tsx'

/** Lets only those in who are signed in. Whoever followed a link signs in first and then comes back to it. */
export function RequireUser({ children }: { children: ReactNode }) {
  const { data: user, isPending, isError, isFetching, refetch } = useCurrentUser()
  const queries = useQueryClient()
  const { data: ended } = useQuery({
    queryKey: endedImpersonationKey,
    queryFn: (): CurrentUser | null => null,
    enabled: false,
  })
  const { pathname, search } = useLocation()
  const [hasBeenIn, setBeenIn] = useState(false)
  if (user && !hasBeenIn) setBeenIn(true)
  if (isPending)
    return (
      <div className="flex min-h-dvh items-center justify-center">
        <Spinner label="Loading" />
      </div>
    )
  if (isError && !user)
    return (
      <main className="flex min-h-dvh items-center justify-center">
        <ErrorState
          title="The server cannot be reached"
          description="Nothing that you saved is lost."
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </main>
    )
  if (ended && !user)
    return (
      <ImpersonationEnded
        user={ended}
        onLeave={() => queries.removeQueries({ queryKey: endedImpersonationKey })}
      />
    )
  if (!user) {
    // After logging out the next person starts afresh, not where this one was.
    const state = hasBeenIn ? null : { from: pathname + search }
    return <Navigate to={paths.login} replace state={state} />
  }
  return children
}
