import type { Session } from '#contract/sessions.ts'
import { NothingYet, PlanSection } from '#web/features/plan/plan-section.tsx'
import { isFrom } from '#web/features/plan/weeks-of.ts'
import { shortDate, shortDateTime } from '#web/lib/dates.ts'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { OwnTable } from './own-table.tsx'
import { SharedConversation } from './shared-conversation.tsx'

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
          rows={shown.map((session) => ({
            id: session.id,
            what: session.sessionDefinitionName,
            week: session.weekNumber,
            when: <time dateTime={session.sessionDate}>{shortDateTime(session.sessionDate)}</time>,
            status: <Status session={session} />,
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

/** How it stands, and what the coach shared of it. */
const Status = ({ session }: { session: Session }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <SessionStatusBadge status={session.status} />
    <SharedConversation session={session} isShared={session.sharing !== null} />
    {session.sharing && (
      <span className="text-xs text-muted">
        Conversation shared by {session.sharing.sharedBy ?? 'your coach'},{' '}
        {shortDate(session.sharing.sharedAt)}
      </span>
    )}
  </div>
)
