import { useQuery } from '@tanstack/react-query'
import { getMySecurity } from '#contract/accounts/security.ts'
import { useLogout } from '#web/features/accounts/auth/use-logout.ts'
import { SecondFactor } from '#web/features/accounts/security/second-factor.tsx'
import { queryFor } from '#web/lib/query.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type SetUpSecondFactorProps = { isDone: boolean; onContinue: () => void }

/** Instead of every other page, for an administrator without the second factor that is required. */
export function SetUpSecondFactor({ isDone, onContinue }: SetUpSecondFactorProps) {
  usePageTitle('Set up a second factor')
  const security = useQuery(queryFor(getMySecurity, {}))
  const leaving = useLogout()
  return (
    <main className="mx-auto min-h-dvh max-w-2xl px-4 py-12">
      <PageHeader
        title="Set up a second factor"
        subtitle="Administrators need one here. Add a passkey or an authenticator app to continue."
      />
      <ReadState
        read={security}
        loading={<Skeleton className="h-64 w-full" />}
        failed="Your second factors could not be loaded"
      >
        {(data) => <SecondFactor {...data} />}
      </ReadState>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button disabled={!isDone} onClick={onContinue}>
          Continue
        </Button>
        <Button variant="ghost" isPending={leaving.isPending} onClick={() => leaving.run()}>
          Log out
        </Button>
      </div>
    </main>
  )
}
