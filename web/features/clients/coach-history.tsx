import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { listCoachesOfClient, maxCoachHistory, type Client } from '#contract/clients/clients.ts'
import { formatDate } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type CoachHistoryProps = { client: Pick<Client, 'id' | 'coachName' | 'coachSince'> }

export const CoachHistory = ({ client: { id, coachName, coachSince } }: CoachHistoryProps) => (
  <span className="flex items-start gap-1">
    <span className="min-w-0">
      <span className="block break-words">{coachName ?? 'Unassigned'}</span>
      {coachSince && (
        <span className="block text-xs font-normal text-muted">
          Coach since <time dateTime={coachSince}>{formatDate(coachSince)}</time>
        </span>
      )}
    </span>
    <Popover
      label="Coach history"
      trigger={<IconButton label="Coach history" icon={History} size="sm" />}
    >
      <h2 className="mb-2 text-sm">Coach history</h2>
      <div className="min-h-20">
        <CoachHistoryList clientId={id} />
      </div>
    </Popover>
  </span>
)

function CoachHistoryList({ clientId }: { clientId: string }) {
  const turns = useQuery(queryFor(listCoachesOfClient, { params: { id: clientId } }))
  return (
    <ReadState
      read={turns}
      loading={<Skeleton className="h-20" />}
      failed="The history could not be loaded"
    >
      {(all) =>
        all.length ? (
          <>
            <ol className="flex flex-col gap-2">
              {all.map(({ id, coachName, since, until }) => (
                <li key={id}>
                  <span dir="auto" className="block font-semibold">
                    {coachName}
                  </span>
                  <span className="block text-xs text-muted">
                    {until ? (
                      <>
                        {formatDate(since)} – {formatDate(until)}
                      </>
                    ) : (
                      <>Since {formatDate(since)}</>
                    )}
                  </span>
                </li>
              ))}
            </ol>
            {all.length === maxCoachHistory && (
              <p className="mt-2 text-xs text-muted">Showing the latest {maxCoachHistory}.</p>
            )}
          </>
        ) : (
          <p className="text-muted">No coach yet.</p>
        )
      }
    </ReadState>
  )
}
