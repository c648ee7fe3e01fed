import type { Session } from '#contract/sessions/sessions.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { Cancellation } from '#web/parts/cancellation.tsx'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { JoinSession } from '#web/features/sessions/join-session.tsx'
import { SharedConversation } from './shared-conversation.tsx'

/** All sessions, those to come first and then back in time; on phones the day is under the type. */
export const OwnSessions = ({ sessions }: { sessions: readonly Session[] }) => (
  <Table label="Sessions" className="rounded-none border-0">
    <TableHead>
      <TableHeader>Session</TableHeader>
      <TableHeader className="max-md:hidden">Date</TableHeader>
      <TableHeader>Status</TableHeader>
    </TableHead>
    <TableBody>
      {sessions
        .toSorted((a, b) => Date.parse(b.sessionDate) - Date.parse(a.sessionDate))
        .map((session) => (
          <TableRow key={session.id}>
            <TableCell isHeading className="max-md:min-w-44">
              <span className="block font-semibold">{session.sessionDefinitionName}</span>
              <span className="block text-balance md:hidden">
                <At at={session.sessionDate} />
              </span>
              {session.weekNumber > 0 && (
                <span className="block text-xs text-muted">Week {session.weekNumber}</span>
              )}
            </TableCell>
            <TableCell className="whitespace-nowrap max-md:hidden">
              <At at={session.sessionDate} />
            </TableCell>
            <TableCell>
              <Status session={session} />
            </TableCell>
          </TableRow>
        ))}
    </TableBody>
  </Table>
)

const At = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>

/** How it stands, and what the coach shared of it. */
const Status = ({ session }: { session: Session }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <SessionStatusBadge status={session.status} />
    <Cancellation cancellation={session.cancellation} />
    {session.status !== 'archived' && session.status !== 'completed' && (
      <JoinSession session={session} isShort />
    )}
    <SharedConversation session={session} isShared={session.sharing !== null} />
    <Deleted what="Recording" at={session.recordingDeletedAt} />
    <Deleted what="Transcript" at={session.transcriptDeletedAt} />
    {session.sharing && (
      <span className="text-xs text-muted">
        Conversation shared by {session.sharing.sharedBy ?? 'your coach'},{' '}
        {formatDate(session.sharing.sharedAt)}
      </span>
    )}
  </div>
)

const Deleted = ({ what, at }: { what: string; at: string | null }) =>
  at && (
    <span className="text-xs text-muted">
      {what} deleted on {formatDate(at)} by the retention rule
    </span>
  )
