import { Hourglass } from 'lucide-react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { impersonationMinutes } from '#contract/users.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export const ImpersonationEnded = ({
  user,
  onLeave,
}: {
  user: CurrentUser
  onLeave: () => void
}) => (
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
