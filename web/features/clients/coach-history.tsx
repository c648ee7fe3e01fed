import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { type Client, listCoachesOfClient, mostTurns } from '#contract/clients.ts'
import { shortDate } from '#web/lib/dates.ts'
import { read } from '#web/lib/query.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type CoachHistoryProps = { client: Pick<Client, 'id' | 'coachName' | 'coachSince'> }

/** Who follows the client and since when; who it was before opens beside it. */
export const CoachHistory = ({ client: { id, coachName, coachSince } }: CoachHistoryProps) => (
  <span className="flex items-start gap-1">
    <span className="min-w-0">
      <span className="block break-words">{coachName ?? 'Unassigned'}</span>
      {coachSince && (
        <span className="block text-xs font-normal text-muted">
          Coach since <time dateTime={coachSince}>{shortDate(coachSince)}</time>
        </span>
      )}
    </span>
    <Popover
      label="Coaches of this client"
      trigger={<IconButton label="Coaches of this client" icon={History} size="sm" />}
    >
      <h2 className="mb-2 text-sm">Coaches of this client</h2>
      <Turns clientId={id} />
    </Popover>
  </span>
)

function Turns({ clientId }: { clientId: string }) {
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
