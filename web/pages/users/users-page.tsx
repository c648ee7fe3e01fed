import { useState } from 'react'
import { Link } from 'react-router'
import { role as everyRole, roleLabel } from '#contract/roles.ts'
import { listUsers, type User } from '#contract/users.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { useStartImpersonation } from '#web/features/auth/use-impersonation.ts'
import { AddAdmin } from '#web/features/users/add-admin.tsx'
import { EditUser } from '#web/features/users/edit-user.tsx'
import { UserList } from '#web/features/users/user-list.tsx'
import { UserStats } from '#web/features/users/user-stats.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { signOutAfterConfirmation } from '#web/lib/sign-out.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { fetchHomePage } from '#web/pages/home/fetch-home-page.ts'
import { Filters } from '#web/parts/filters.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const roles = everyRole.options.map((value) => ({ value, label: roleLabel[value] }))

/** See docs/product.md, "Users". */
export function UsersPage() {
  usePageTitle('User Management')
  const actor = useSignedInUser()
  const url = useListUrlState(listUsers)
  const [edited, setEdited] = useState<{ user: User; isOpen: boolean; openCount: number }>()
  const start = useStartImpersonation()
  const handlers = {
    actor,
    onEdit: (user: User) =>
      setEdited((before) => ({ user, isOpen: true, openCount: (before?.openCount ?? 0) + 1 })),
    onLogInAs: (user: User) =>
      signOutAfterConfirmation(() => {
        // Most users may not open this page.
        fetchHomePage()
        start.run(user.id)
      }),
    pendingId: start.isPending ? start.sent : undefined,
  }
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="User Management"
        subtitle="Manage administrators and system users."
        actions={
          <>
            <Button asChild variant="secondary">
              <Link to={paths.erasures}>Erasures</Link>
            </Button>
            <AddAdmin />
          </>
        }
      />
      <UserStats />
      <Filters
        url={url}
        search="Search users by name or email"
        fields={[{ kind: 'choice', name: 'role', label: 'Role', all: 'All Roles', options: roles }]}
      />
      <UserList
        q={url.q}
        role={url.filters.role}
        sort={url.sort}
        sorting={url.sorting}
        handlers={handlers}
      />
      {edited && (
        <EditUser
          key={edited.openCount}
          user={edited.user}
          actor={actor}
          isOpen={edited.isOpen}
          onClose={() => setEdited({ ...edited, isOpen: false })}
        />
      )}
    </div>
  )
}
