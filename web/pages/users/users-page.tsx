import { useState } from 'react'
import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { role as everyRole, roleLabel, type Role } from '#contract/roles.ts'
import { listUsers, type User, countUsers } from '#contract/accounts/users.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { useStartImpersonation } from '#web/features/accounts/auth/use-impersonation.ts'
import { AddAdmin } from '#web/features/accounts/users/add-admin.tsx'
import { EditUser } from '#web/features/accounts/users/edit-user.tsx'
import { UserList } from '#web/features/accounts/users/user-list.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { signOutAfterConfirmation } from '#web/lib/sign-out.ts'
import { useListUrlState } from '#web/lib/use-list-url-state.ts'
import { fetchHomePage } from '#web/pages/home/fetch-home-page.ts'
import { Filters } from '#web/parts/filters.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { FiguresState } from '#web/parts/figures-state.tsx'
import { StatCard, StatRow } from '#web/ui/stat-card.tsx'

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

/** Each counts the users with that role (docs/product.md, "Users"). */
const cards: readonly { label: string; role: Role | null }[] = [
  { label: 'Total Users', role: null },
  { label: 'System Admins', role: 'system_admin' },
  { label: 'Maylab Admins', role: 'maylab_admin' },
  { label: 'Coaches', role: 'coach_user' },
  { label: 'Org Users', role: 'org_user' },
  { label: 'Clients', role: 'client_user' },
]

function UserStats() {
  const figures = useQuery(queryFor(countUsers, {}))
  return (
    <FiguresState read={figures}>
      {(data) => (
        <StatRow label="Users by role">
          {cards.map(({ label, role }) => (
            <StatCard
              key={label}
              label={label}
              value={data && formatCount(role ? (data.byRole[role] ?? 0) : data.total)}
            />
          ))}
        </StatRow>
      )}
    </FiguresState>
  )
}
