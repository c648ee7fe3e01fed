import { formatDateTime } from '#web/lib/dates.ts'
import { useSession } from '#web/lib/session-queries.ts'
import { Cancellation } from '#web/parts/cancellation.tsx'
import { SessionStatusBadge } from '#web/parts/session-status-badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Props = {
  sessionIds: string[]
  selectedId: string
  isDisabled: boolean
  onSelect: (sessionId: string) => void
}

export const SessionChoice = ({ sessionIds, selectedId, isDisabled, onSelect }: Props) => (
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
