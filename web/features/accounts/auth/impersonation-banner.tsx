import { useQueryClient } from '@tanstack/react-query'
import { UserRoundCog } from 'lucide-react'
import { useEffect } from 'react'
import type { CurrentUser } from '#contract/accounts/auth.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { useNow } from '#web/lib/use-now.ts'
import { refetchQuery } from '#web/lib/query.ts'
import { signOutAfterConfirmation } from '#web/lib/sign-out.ts'
import { Button } from '#web/ui/button.tsx'
import { currentUserQuery } from './current-user.ts'
import { formatMinutesLeft, minutesLeft } from './minutes-left.ts'
import { useStopImpersonation } from './use-impersonation.ts'

/** Milliseconds between updates of the minutes shown. */
const tickMs = 10_000

type ImpersonationBannerProps = { user: CurrentUser; onExit: () => void }

/**
 * Says who is impersonated, with a button to exit (docs/product.md, "Shell"). `onExit` runs before the exit
 * starts.
 */
export function ImpersonationBanner({ user, onExit }: ImpersonationBannerProps) {
  const stop = useStopImpersonation()
  const minutes = useMinutesLeft(user.impersonationEndsAt)
  return (
    <section
      aria-label="Impersonation"
      className="sticky top-0 z-30 flex h-(--page-top) items-center gap-x-4 overflow-hidden max-md:gap-x-2 bg-alarm px-6 text-on-alarm max-md:px-4"
    >
      <UserRoundCog aria-hidden size={20} className="shrink-0 max-md:hidden" />
      <p className="min-w-0 flex-1 max-md:text-xs [&>span]:max-md:block [&>span]:max-md:truncate">
        <span>
          <span className="max-md:sr-only">You are logged in as </span>
          <strong>{formatPersonName(user)}</strong>
        </span>{' '}
        <span>({user.email}).</span> {minutes !== null && <span>{formatMinutesLeft(minutes)}</span>}
      </p>
      <Button
        variant="secondary"
        size="sm"
        isPending={stop.isPending}
        pendingLabel="Exiting..."
        onClick={() =>
          signOutAfterConfirmation(() => {
            onExit()
            stop.run()
          })
        }
      >
        Exit Impersonation
      </Button>
    </section>
  )
}

/** At zero the user is refetched, which finds the login ended. */
function useMinutesLeft(end: string | null) {
  const queries = useQueryClient()
  const now = useNow(tickMs)
  const minutes = end === null ? null : minutesLeft(end, now)
  useEffect(() => {
    // Asked again with every tick.
    if (minutes === 0) void refetchQuery(queries, currentUserQuery).catch(() => {})
  }, [minutes, now, queries])
  return minutes
}
