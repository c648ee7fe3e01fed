import type { SortOf } from '#contract/paging.ts'
import { type Role, roleLabel, isSystemAdmin } from '#contract/roles.ts'
import { type User, type listUsers, mayManage } from '#contract/accounts/users.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatPersonInitials, formatPersonName } from '#web/lib/person-names.ts'
import { Person } from '#web/parts/person.tsx'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/column.ts'
import { CopyId } from '#web/ui/copy-button.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { Button } from '#web/ui/button.tsx'

/** See docs/product.md, "Users". */
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

const UserIdentity = ({ user }: { user: User }) => (
  <Person
    initials={formatPersonInitials(user)}
    name={formatPersonName(user)}
    badge={user.deactivatedAt !== null && <Badge>Deactivated</Badge>}
  >
    <CopyId id={user.id} />
  </Person>
)

/** Colors of the badges (docs/product.md, "Users"). */
const tones: Record<Role, Tone> = {
  system_admin: 'red',
  maylab_admin: 'blue',
  coach_user: 'green',
  org_user: 'purple',
  client_user: 'neutral',
}

const RoleBadges = ({ roles }: { roles: readonly Role[] }) => (
  <span className="flex flex-wrap gap-1">
    {roles.map((role) => (
      <Badge key={role} tone={tones[role]}>
        {roleLabel[role]}
      </Badge>
    ))}
  </span>
)

type Actor = { id: string; roles: readonly Role[] }

export type UserHandlers = {
  actor: Actor
  onEdit: (user: User) => void
  onLogInAs: (user: User) => void
  /** The user to be impersonated, while the call is pending. */
  pendingId: string | undefined
}

/**
 * "Log in as" is shown to a system_admin, never on the own row, and hidden where the server refuses it
 * (docs/product.md, "Impersonation").
 */
const canLogInAs = (actor: Actor, user: User) =>
  isSystemAdmin(actor) &&
  user.id !== actor.id &&
  !isSystemAdmin(user) &&
  user.deactivatedAt === null

function UserActions({ user, handlers }: { user: User; handlers: UserHandlers }) {
  const { actor, onEdit, onLogInAs, pendingId } = handlers
  const ofWhom = <span className="sr-only"> {formatPersonName(user)}</span>
  return (
    <span className="flex flex-wrap justify-end gap-2 max-md:justify-start">
      {canLogInAs(actor, user) && (
        <Button
          variant="secondary"
          size="sm"
          isPending={pendingId === user.id}
          disabled={pendingId !== undefined}
          onClick={() => onLogInAs(user)}
        >
          Log in as{ofWhom}
        </Button>
      )}
      {mayManage(actor, user) && (
        <Button variant="secondary" size="sm" onClick={() => onEdit(user)}>
          Edit{ofWhom}
        </Button>
      )}
    </span>
  )
}
