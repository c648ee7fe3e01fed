import type { SortOf } from '#contract/paging.ts'
import type { listUsers, User } from '#contract/users.ts'
import { formatDate } from '#web/lib/dates.ts'
import type { Column } from '#web/ui/column.ts'
import { UserActions, type UserHandlers } from './user-actions.tsx'
import { RoleBadges, UserIdentity } from './user-identity.tsx'

/** As specified (part 1, section 2, "User Management"). */
export const userColumns = (handlers: UserHandlers): Column<User, SortOf<typeof listUsers>>[] => [
  {
    id: 'user',
    header: 'User',
    sort: 'name',
    cell: (user) => <UserIdentity user={user} />,
    isHeading: true,
    width: 180,
    grow: 1,
    onPhone: 'head',
  },
  {
    id: 'email',
    header: 'Email',
    sort: 'email',
    cell: ({ email }) => (
      <span className="block truncate" title={email}>
        {email}
      </span>
    ),
    width: 190,
    grow: 1,
    onPhone: 'line',
  },
  {
    id: 'roles',
    header: 'Roles',
    cell: ({ roles }) => <RoleBadges roles={roles} />,
    width: 126,
    onPhone: { fact: 'Roles' },
  },
  {
    id: 'created',
    header: 'Created',
    sort: 'created',
    cell: (user) => <CreatedDay user={user} />,
    width: 108,
    priority: 1,
    folded: (user) => (
      <>
        Created <CreatedDay user={user} />
      </>
    ),
    onPhone: { fact: 'Created' },
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (user) => <UserActions user={user} handlers={handlers} />,
    isAtEnd: true,
    width: 176,
    onPhone: 'foot',
  },
]

/** "Created (locale date, N/A if missing)." */
const CreatedDay = ({ user: { createdAt } }: { user: User }) =>
  createdAt ? (
    <time dateTime={createdAt} className="whitespace-nowrap">
      {formatDate(createdAt)}
    </time>
  ) : (
    <span className="text-muted">N/A</span>
  )
