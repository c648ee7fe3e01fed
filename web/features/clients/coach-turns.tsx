import { useQuery } from '@tanstack/react-query'
import { listCoachesOfClient, mostTurns } from '#contract/clients.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { shortDate } from '#web/lib/dates.ts'
import { read } from '#web/lib/query.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Who followed a client, and when. */
export function CoachTurns({ clientId }: { clientId: string }) {
  const { data, error } = useQuery(read(listCoachesOfClient, { params: { id: clientId } }))
  if (!data)
    return error ? (
      <p role="alert" className="text-red-ink">
        {sentenceOf(error, 'The history could not be loaded.')}
      </p>
    ) : (
      <Skeleton className="h-20" />
    )
  if (!data.length) return <p className="text-muted">Nobody has been the coach yet.</p>
  return (
    <>
      <ol className="flex flex-col gap-2">
        {data.map(({ id, coachName, since, until }) => (
          <li key={id}>
            <span className="block font-semibold">{coachName}</span>
            <span className="block text-xs text-muted">
              {until ? (
                <>
                  {shortDate(since)} – {shortDate(until)}
                </>
              ) : (
                <>Since {shortDate(since)}</>
              )}
            </span>
          </li>
        ))}
      </ol>
      {data.length === mostTurns && (
        <p className="mt-2 text-xs text-muted">The newest {mostTurns} are listed.</p>
      )}
    </>
  )
}
