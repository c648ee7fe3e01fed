import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  type DayRange,
  listSessionsInDays,
  timeOffDays,
} from '#contract/availability/availability.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'

/** Sessions that have not begun; nothing is asked while the days are incomplete. */
export const useSessionsInDays = (coachId: string, { firstDay, lastDay }: DayRange) =>
  useQuery({
    ...queryFor(listSessionsInDays, { params: { id: coachId }, query: { firstDay, lastDay } }),
    enabled: timeOffDays.safeParse({ firstDay, lastDay }).success,
  }).data

/** Links to the sessions that are planned on some days; nothing if there are none. */
export function SessionsInDays({ coachId, days }: { coachId: string; days: DayRange }) {
  const found = useSessionsInDays(coachId, days)
  if (!found?.total) return null
  const { total, sessions } = found
  return (
    <div className="mt-1">
      <p>{total === 1 ? '1 session is' : `${formatCount(total)} sessions are`} planned:</p>
      <ul className="max-h-48 overflow-y-auto">
        {sessions.map(({ id, clientId, clientName, sessionDate }) => (
          <li key={id}>
            <Link
              to={paths.plan(clientId, { session: id })}
              className="inline-flex min-h-8 flex-wrap items-center gap-x-2 text-brand-ink underline underline-offset-2"
            >
              <bdi>{clientName}</bdi> {formatDateTime(sessionDate)}
            </Link>
          </li>
        ))}
      </ul>
      {sessions.length < total && (
        <p className="text-muted">and {formatCount(total - sessions.length)} more</p>
      )}
    </div>
  )
}
