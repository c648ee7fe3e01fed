import { Check, Minus } from 'lucide-react'
import { useState } from 'react'
import { sessionTypeLabel } from '#contract/definitions/session-definition.ts'
import { ratingLabel } from '#contract/feedback/feedback.ts'
import { hasRecordingOrTranscript } from '#contract/sessions/session-needs.ts'
import { type SessionDetail, sessionCan } from '#contract/sessions/sessions.ts'
import { weekName } from '#contract/rules/weeks.ts'
import { formatInBothTimeZones } from '#web/lib/format-in-both-time-zones.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Cancellation } from '#web/parts/cancellation.tsx'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { FactLine, FactLines } from '#web/ui/facts.tsx'
import { JoinSession } from './join-session.tsx'
import { MoveSession } from './move-session.tsx'

type SessionFactsProps = { session: SessionDetail; nextStep: string }

/** Shown in the overview, and on wide screens beside every tab. */
export function SessionFacts({ session, nextStep }: SessionFactsProps) {
  const { assignmentCount: pending } = session
  return (
    <FactLines>
      <FactLine name="Date">
        <SessionDate session={session} isMovedAbove={nextStep === 'move'} />
      </FactLine>
      <FactLine name="Status">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <SessionStatusBadge status={session.status} />
          <Cancellation cancellation={session.cancellation} />
        </span>
      </FactLine>
      <FactLine name="Session type">
        {session.sessionDefinitionName}, {sessionTypeLabel[session.sessionType].toLowerCase()}
      </FactLine>
      <FactLine name="Where">
        <SessionWhere session={session} />
      </FactLine>
      <FactLine name="Week">{weekName(session.weekNumber)}</FactLine>
      <FactLine name="Pending assignments">{pending === 0 ? 'None' : pending}</FactLine>
      {session.feedback && (
        <FactLine name="Client’s feedback">
          {session.feedback.rating} of 5, {ratingLabel[session.feedback.rating].toLowerCase()}
          {session.feedback.words && (
            <q className="mt-1 block max-w-prose whitespace-pre-line">{session.feedback.words}</q>
          )}
        </FactLine>
      )}
      <FactLine name="Available">
        <span className="flex flex-wrap gap-1.5">
          <Availability isThere={session.recording !== null} what="Recording" />
          <Availability isThere={session.hasRawTranscript} what="Raw transcript" />
          <Availability isThere={session.hasConversation} what="Conversation" />
        </span>
      </FactLine>
    </FactLines>
  )
}

/** Its room or place, and the way in while it is time. */
const SessionWhere = ({ session }: { session: SessionDetail }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
    {session.place ?? (session.isJoinable ? 'Video room' : 'Not set')}
    {session.isJoinable && session.status !== 'archived' && <JoinSession session={session} />}
  </span>
)

type SessionDateProps = { session: SessionDetail; isMovedAbove: boolean }

function SessionDate({ session, isMovedAbove }: SessionDateProps) {
  const { sessionDate: at } = session
  const clocks = formatInBothTimeZones(at)
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          {formatDateTime(at)}, {session.durationMinutes} minutes
          {clocks && <span className="block text-xs text-muted">{clocks}</span>}
        </span>
        {!isMovedAbove && <MoveSession session={session} />}
      </span>
      {sessionCan.move(session) && hasRecordingOrTranscript(session) && !isMovedAbove && (
        <HeldAhead key={at} at={at} />
      )}
    </>
  )
}

/** For a session that was held early: its values are in a future week. */
function HeldAhead({ at }: { at: string }) {
  const [isAhead] = useState(() => new Date(at) > new Date())
  if (!isAhead) return null
  return (
    <span className="mt-1 block text-xs text-amber-ink">
      This date is in the future. Reschedule it to when it was held.
    </span>
  )
}

function Availability({ isThere, what }: { isThere: boolean; what: string }) {
  return (
    <Badge tone={isThere ? 'green' : 'neutral'} icon={isThere ? Check : Minus}>
      {isThere ? what : `No ${what.toLowerCase()}`}
    </Badge>
  )
}
