import { ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import type { Role } from '#contract/roles.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { useIsOnWay } from '#web/lib/router.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useSignedInUser } from './current-user.ts'

/** Shows a page to these roles. The server checks again; this only spares the others an empty page. */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const user = useSignedInUser()
  const { pathname } = useLocation()
  const isOnWay = useIsOnWay()
  if (roles.some((role) => user.roles.includes(role))) return children
  // Whoever has just setCurrentUser somebody else is on the way to another page: of this one nothing is said.
  return !isOnWay && pathname === location.pathname && <NoAccess />
}

const notForRole = 'This page is not for your role'

function NoAccess() {
  usePageTitle(notForRole)
  return (
    <EmptyState
      icon={ShieldQuestion}
      title={<h1 className="text-base">{notForRole}</h1>}
      hint="Your account has no access to it. If you need it for your work, please ask your administrator."
      action={
        <Button asChild variant="secondary">
          <Link to={paths.app}>Go to your start page</Link>
        </Button>
      }
    />
  )
}
