import { useQueryClient } from '@tanstack/react-query'
import { UserRoundCog } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { personName } from '#web/lib/person-names.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { currentUserQuery } from './current-user.ts'
import { endInWords, minutesLeft } from './minutes-left.ts'
import { useStopImpersonation } from './use-impersonation.ts'

/** Milliseconds between two looks at the clock. */
const tickMs = 10_000

type ImpersonationBannerProps = { user: CurrentUser; onExit: () => void }

/**
 * "While impersonating, an orange banner shows the impersonated user's name and e-mail and an Exit Impersonation
 * button" (specification part 1, section 2). `onExit` is told before the exit begins.
 */
export function ImpersonationBanner({ user, onExit }: ImpersonationBannerProps) {
  const stop = useStopImpersonation()
  const minutes = useMinutesLeft(user.impersonationEndsAt)
  return (
    <section aria-label="Impersonation" className="top-0 z-30 md:sticky">
      <Banner
        tone="amber"
        icon={UserRoundCog}
        className="min-h-14 rounded-none border-b border-amber/40 px-6 max-md:px-4"
        action={
          <Button
            variant="secondary"
            size="sm"
            isPending={stop.isPending}
            pendingLabel="Exiting..."
            onClick={() => {
              onExit()
              stop.run()
            }}
          >
            Exit Impersonation
          </Button>
        }
      >
        <p>
          You are logged in as <strong className="font-semibold">{personName(user)}</strong> (
          {user.email}).
          {minutes !== null && ` This ${endInWords(minutes)}.`}
        </p>
      </Banner>
    </section>
  )
}

/** When the time is over the server is asked, and says that nobody is signed in any more. */
function useMinutesLeft(end: string | null) {
  const queries = useQueryClient()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(clock)
  }, [])
  const minutes = end === null ? null : minutesLeft(end, now)
  useEffect(() => {
    if (minutes === 0)
      void queries.invalidateQueries({ queryKey: currentUserQuery.queryKey, exact: true })
  }, [minutes, now, queries])
  return minutes
}
