import { Link } from 'react-router'
import type { Overview } from '#contract/analytics/analytics.ts'
import { coachStatusLabel } from '#contract/coaches/coaches.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { paths } from '#web/paths.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'

/** Coaches who are on leave or inactive with sessions ahead: somebody has to move these, or assign another coach. */
export const AwayCoaches = ({ coaches }: { coaches: Overview['awayCoaches'] }) => (
  <Card aria-label="Away with sessions ahead">
    <CardHeader
      title="Away with sessions ahead"
      description="Move or cancel their sessions, or assign their clients to another coach."
    />
    <ul>
      {coaches.map(({ id, name, status, sessions }) => (
        <li key={id} className="border-t border-line first:border-t-0">
          <Link
            to={paths.coach(id)}
            className="-mx-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-md px-2 transition-colors hover:bg-sunken"
          >
            <span dir="auto" className="font-semibold">
              {name}
            </span>
            <span className="text-muted">
              {coachStatusLabel[status]},{' '}
              {sessions === 1 ? '1 session' : `${formatCount(sessions)} sessions`} ahead
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </Card>
)
