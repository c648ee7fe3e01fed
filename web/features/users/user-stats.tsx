import { useQuery } from '@tanstack/react-query'
import type { Role } from '#contract/roles.ts'
import { countUsers } from '#contract/users.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { FiguresState } from '#web/parts/figures-state.tsx'
import { StatCard, StatRow } from '#web/ui/stat-card.tsx'

/** Each counts the users with that role (docs/product.md, "Users"). */
const cards: readonly { label: string; role: Role | null }[] = [
  { label: 'Total Users', role: null },
  { label: 'System Admins', role: 'system_admin' },
  { label: 'Maylab Admins', role: 'maylab_admin' },
  { label: 'Coaches', role: 'coach_user' },
  { label: 'Org Users', role: 'org_user' },
  { label: 'Clients', role: 'client_user' },
]

export function UserStats() {
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
