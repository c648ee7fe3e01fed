import type { Session } from '#contract/sessions.ts'
import { NothingYet, PlanSection } from '#web/features/plan/plan-section.tsx'
import { isFrom } from '#web/features/plan/weeks-of.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { OwnTable } from './own-table.tsx'

type OwnSessionsProps = { sessions: readonly Session[]; firstWeek: number }

/** The sessions from a week on, those to come first and then back in time. */
export function OwnSessions({ sessions, firstWeek }: OwnSessionsProps) {
  const shown = sessions
    .filter(isFrom(firstWeek))
    .toSorted((a, b) => Date.parse(b.sessionDate) - Date.parse(a.sessionDate))
  return (
    <PlanSection title="Sessions">
      {shown.length ? (
        <OwnTable
          label="Sessions"
          columns={['Session', 'Date', 'Status']}
          rows={shown.map(({ id, sessionDate, sessionDefinitionName, status, weekNumber }) => ({
            id,
            what: sessionDefinitionName,
            week: weekNumber,
            when: <time dateTime={sessionDate}>{shortDateTime(sessionDate)}</time>,
            status: <SessionStatusBadge status={status} />,
          }))}
        />
      ) : (
        <NothingYet>
          {sessions.length
            ? 'There are no sessions in these weeks.'
            : 'No session is planned yet. Your coach plans the first one with you.'}
        </NothingYet>
      )}
    </PlanSection>
  )
}
