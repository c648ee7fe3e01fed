import { useQuery } from '@tanstack/react-query'
import { listCoachesOfClient, maxCoachHistory } from '#contract/clients.ts'
import { formatDate } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Who followed a client, and when. */
export function CoachHistoryList({ clientId }: { clientId: string }) {
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
                  <span className="block font-semibold">{coachName}</span>
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
              <p className="mt-2 text-xs text-muted">The newest {maxCoachHistory} are listed.</p>
            )}
          </>
        ) : (
          <p className="text-muted">Nobody has been the coach yet.</p>
        )
      }
    </ReadState>
  )
}
