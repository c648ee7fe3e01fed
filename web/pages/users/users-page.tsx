import { useState, useMemo } from 'react'
import { Link } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { UserPlus, SearchX, Users } from 'lucide-react'
import type { z } from 'zod'
import { role as everyRole, roleLabel, type Role } from '#contract/roles.ts'
import { listUsers, type User, countUsers, createUser, newUser } from '#contract/accounts/users.ts'
import { minPasswordLength } from '#contract/accounts/auth.ts'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { useStartImpersonation } from '#web/features/accounts/auth/use-impersonation.ts'
import { EditUser } from '#web/features/accounts/users/edit-user.tsx'
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
import { PasswordField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { formatMatchCount, formatShownCount } from '#web/lib/format-list-size.ts'
import { useList } from '#web/lib/use-list.ts'
import type { Sorting } from '#web/ui/column.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListBody } from '#web/ui/list-body.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import { NameFields } from '#web/features/accounts/users/user-fields.tsx'
import { type UserHandlers, userColumns } from '#web/features/accounts/users/user-columns.tsx'

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

const fields = newUser.pick({ firstName: true, lastName: true, email: true, password: true })

/** The button and its dialog; its texts are fixed (docs/product.md, "Users"). */
function AddAdmin() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={UserPlus} onClick={() => setOpen(true)}>
        Add Maylab Admin
      </Button>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Add New Maylab Admin"
        description="Create a new administrator account with Maylab admin privileges."
        schema={fields}
        defaults={{ firstName: '', lastName: '', email: '', password: '' }}
        submitLabel="Create Admin"
        pendingLabel="Creating..."
        mutationFn={({ fields: person }, call) =>
          call(createUser, { body: { ...person, roles: ['maylab_admin'] } })
        }
        isSecret
        successToast={() => ({
          title: 'User created',
          description: 'The Maylab admin has been successfully created.',
        })}
        errorToast="Failed to create user"
      >
        <NameFields />
        <PasswordField
          name="password"
          label="Password"
          isRequired
          hint={`At least ${minPasswordLength} characters.`}
        />
      </FormDialog>
    </>
  )
}

type UserListProps = Pick<z.input<typeof listUsers.query>, 'role' | 'sort'> & {
  q: string
  sorting: Sorting
  handlers: UserHandlers
}

/** Its texts are fixed (docs/product.md, "Users"). */
function UserList({ q, role, sort, sorting, handlers }: UserListProps) {
  const list = useList(listUsers, { q, role, sort })
  const columns = useMemo(() => userColumns(handlers), [handlers])
  const shape = { columns, cardHeight: 250 }
  const isFiltered = q !== '' || role !== undefined
  return (
    <ListBody
      list={list}
      things="users"
      countLine={
        <>
          {formatShownCount(list, 'users')}
          {isFiltered && <span className="ml-3">{formatMatchCount(list, 'user')}</span>}
        </>
      }
      skeleton={<RowsLoading {...shape} label="Loading users" isSpinnerVisible />}
      empty={
        <EmptyState
          icon={isFiltered ? SearchX : Users}
          title="No users found"
          hint={
            isFiltered
              ? 'Try adjusting your search or filter criteria.'
              : 'Get started by creating your first Maylab admin.'
          }
        />
      }
    >
      <Rows {...shape} label="Users" sorting={sorting} list={list} rowKey={({ id }) => id} />
    </ListBody>
  )
}
