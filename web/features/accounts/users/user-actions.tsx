import { isSystemAdmin, type Role } from '#contract/roles.ts'
import { mayManage, type User } from '#contract/accounts/users.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { Button } from '#web/ui/button.tsx'

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

export function UserActions({ user, handlers }: { user: User; handlers: UserHandlers }) {
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
