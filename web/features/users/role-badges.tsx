import { type Role, roleLabel } from '#contract/roles.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

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
