import { type Role, roleLabel } from '#contract/roles.ts'
import type { User } from '#contract/users.ts'
import { formatPersonInitials, formatPersonName } from '#web/lib/person-names.ts'
import { Person } from '#web/parts/person.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { CopyId } from '#web/ui/copy-button.tsx'
import type { Tone } from '#web/ui/tone.ts'

/** Who a user is: initials, full name, id; and whether the account is out of use. */
export const UserIdentity = ({ user }: { user: User }) => (
  <Person
    initials={formatPersonInitials(user)}
    name={formatPersonName(user)}
    badge={user.deactivatedAt !== null && <Badge>Deactivated</Badge>}
  >
    <CopyId id={user.id} />
  </Person>
)

/** "Coloured badges: red, blue, green, purple, gray" (specification part 1, section 2, "User Management"). */
const tones: Record<Role, Tone> = {
  system_admin: 'red',
  maylab_admin: 'blue',
  coach_user: 'green',
  org_user: 'purple',
  client_user: 'neutral',
}

export const RoleBadges = ({ roles }: { roles: readonly Role[] }) => (
  <span className="flex flex-wrap gap-1">
    {roles.map((role) => (
      <Badge key={role} tone={tones[role]}>
        {roleLabel[role]}
      </Badge>
    ))}
  </span>
)
