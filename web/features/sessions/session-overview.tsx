import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import { weekName } from '#contract/weeks.ts'
import { shortDateTime } from '#web/lib/dates.ts'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { SessionActions } from './session-actions.tsx'
import { SessionMetrics } from './session-metrics.tsx'

/** What a session is, what it measured, and what can be done with it. */
export function SessionOverview({
  session,
  onDeleted,
}: {
  session: SessionDetail
  onDeleted: () => void
}) {
  const { assignmentCount: pending } = session
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2.5">
        <Fact name="Date">{shortDateTime(session.sessionDate)}</Fact>
        <Fact name="Status">
          <SessionStatusBadge status={session.status} />
        </Fact>
        <Fact name="Session type">{session.sessionDefinitionName}</Fact>
        <Fact name="Week">{weekName(session.weekNumber)}</Fact>
        <Fact name="Pending assignments">{pending === 0 ? 'None' : pending}</Fact>
        <Fact name="Available">
          <span className="flex flex-wrap gap-1.5">
            <Availability isThere={session.recording !== null} what="Recording" />
            <Availability isThere={session.hasRawTranscript} what="Raw transcript" />
            <Availability isThere={session.hasConversation} what="Conversation" />
          </span>
        </Fact>
      </dl>
      <SessionMetrics metrics={session.metrics} />
      <SessionActions session={session} onDeleted={onDeleted} />
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 tabular-nums">{children}</dd>
    </>
  )
}

function Availability({ isThere, what }: { isThere: boolean; what: string }) {
  return (
    <Badge tone={isThere ? 'green' : 'neutral'} icon={isThere ? Check : Minus}>
      {isThere ? what : `No ${what.toLowerCase()}`}
    </Badge>
  )
}
