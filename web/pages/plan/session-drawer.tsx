import type { Session } from '#contract/sessions/sessions.ts'
import { longWeekName } from '#contract/rules/weeks.ts'
import { isUploadRunning } from '#web/features/recordings/upload-state.ts'
import { useUpload } from '#web/features/recordings/uploads.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { usePresentPeople } from '#web/lib/live-plan.tsx'
import { formatInitials } from '#web/lib/person-names.ts'
import { useSession } from '#web/lib/session-queries.ts'
import { isNotFound } from '#web/parts/read-state.tsx'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Cancellation } from '#web/parts/cancellation.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SessionPanel } from './session-panel.tsx'

type SessionDrawerProps = {
  /** Whose plan it stands beside. */
  clientId: string
  clientName: string
  /** The sessions to choose from, usually those of one week. */
  sessionIds: string[]
  sessionId: string
  onSelect: (sessionId: string) => void
  onClose: () => void
}

/** Everything about one session, beside the plan: overview, recording, transcripts (docs/product.md, "Session drawer"). */
export function SessionDrawer({
  clientId,
  clientName,
  sessionIds,
  sessionId,
  onSelect,
  onClose,
}: SessionDrawerProps) {
  const isLocked = isUploadRunning(useUpload(sessionId))
  const { data, error } = useSession(sessionId)
  // An address made by hand may pair a session with another client's plan.
  const session = data?.clientId === clientId ? data : undefined
  const isThere = session !== undefined && !isNotFound(error)
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={
        // Room for the second line that it takes on phones, before it is known.
        <span className="block max-md:min-h-14">
          {session ? <SessionTitle {...session} /> : 'Session'}
        </span>
      }
      description={
        <span className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
          <bdi>{clientName}</bdi>
          {session && <span>{longWeekName(session.weekNumber)}</span>}
          {isThere && <SessionStatusBadge status={session.status} />}
          {isThere && <PresentPeople sessionId={session.id} />}
        </span>
      }
      isLocked={isLocked}
      width="xl"
    >
      {sessionIds.length > 1 && (
        <SessionChoice
          sessionIds={sessionIds}
          selectedId={sessionId}
          isDisabled={isLocked}
          onSelect={onSelect}
        />
      )}
      <SessionPanel
        key={sessionId}
        sessionId={sessionId}
        clientId={clientId}
        clientName={clientName}
        onClose={onClose}
      />
    </Drawer>
  )
}

/** Which session it is: "Weekly coaching · Nov 21, 2026, 3:00 PM"; on phones in two lines. */
const SessionTitle = ({
  sessionDefinitionName,
  sessionDate,
}: Pick<Session, 'sessionDefinitionName' | 'sessionDate'>) => (
  <>
    {sessionDefinitionName}
    <span className="max-md:sr-only"> · </span>
    <span className="max-md:block">{formatDateTime(sessionDate)}</span>
  </>
)

/** Who else has a session open, by initials; nothing where nobody has. */
const PresentPeople = ({ sessionId }: { sessionId: string }) => (
  <output className="inline-flex items-center gap-1">
    {usePresentPeople(sessionId).map(({ userId, name }) => (
      <span key={userId} title={`${name} has this session open`}>
        <Avatar initials={formatInitials(name)} label={`${name} has this session open`} size="sm" />
      </span>
    ))}
  </output>
)

type Props = {
  sessionIds: string[]
  selectedId: string
  isDisabled: boolean
  onSelect: (sessionId: string) => void
}

const SessionChoice = ({ sessionIds, selectedId, isDisabled, onSelect }: Props) => (
  <nav aria-label="Sessions of this week" className="mb-4">
    <ul className="relative flex gap-2 overflow-x-auto pb-1">
      {sessionIds.map((id, index) => (
        <li key={id} className="shrink-0">
          <button
            type="button"
            disabled={isDisabled}
            aria-current={id === selectedId ? 'true' : undefined}
            onClick={() => onSelect(id)}
            className={classNames(
              'flex min-h-14 min-w-44 flex-col items-start gap-1 rounded-md border px-3 py-2 text-left transition-colors disabled:cursor-not-allowed disabled:opacity-55',
              id === selectedId
                ? 'border-brand bg-brand-soft text-brand-ink'
                : 'border-line hover:not-disabled:bg-sunken',
            )}
          >
            <Choice id={id} index={index} />
          </button>
        </li>
      ))}
    </ul>
  </nav>
)

function Choice({ id, index }: { id: string; index: number }) {
  const { data: session } = useSession(id)
  return (
    <>
      <span className="font-semibold">
        {session ? formatDateTime(session.sessionDate) : `Session ${index + 1}`}
      </span>
      {session ? (
        <>
          <SessionStatusBadge status={session.status} />
          <Cancellation cancellation={session.cancellation} />
        </>
      ) : (
        <Skeleton className="h-5 w-20" />
      )}
    </>
  )
}
