import type { User } from '#contract/users.ts'
import { personInitials, personName } from '#web/lib/person-names.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CopyId } from '#web/ui/copy-id.tsx'

/** Who a user is: initials, full name, id; and whether the account is out of use. */
export const UserIdentity = ({ user }: { user: User }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar initials={personInitials(user)} />
    <span className="min-w-0">
      <span className="flex items-center gap-2">
        <span className="truncate font-semibold">{personName(user)}</span>
        {user.deactivatedAt !== null && <Badge>Deactivated</Badge>}
      </span>
      <CopyId id={user.id} />
    </span>
  </span>
)
