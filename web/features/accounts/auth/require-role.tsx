import { ShieldQuestion } from 'lucide-react'
import { Link, Outlet, useLocation, useNavigation } from 'react-router'
import type { Role } from '#contract/roles.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useSignedInUser } from './current-user.ts'

/** Around pages for these roles only. The server checks access itself; this spares others an empty page. */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const user = useSignedInUser()
  const { pathname } = useLocation()
  const { state } = useNavigation()
  if (roles.some((role) => user.roles.includes(role))) return <Outlet />
  // After an impersonation starts the user is on the way to another page.
  return state === 'idle' && pathname === location.pathname && <NoAccess />
}

const title = "You don't have access to this page"

function NoAccess() {
  usePageTitle(title)
  return (
    <EmptyState
      icon={ShieldQuestion}
      title={<h1 className="text-base">{title}</h1>}
      hint="If you need it for your work, ask an administrator."
      action={
        <Button asChild variant="secondary">
          <Link to={paths.app}>Go to your start page</Link>
        </Button>
      }
    />
  )
}
