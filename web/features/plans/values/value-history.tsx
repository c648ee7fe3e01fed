import { useQuery } from '@tanstack/react-query'
import { metricValueHistory, type ValueHistory as History } from '#contract/plans/plan-values.ts'
import { formatDate, formatDateTime } from '#web/lib/dates.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Cell } from '../metrics/cell-edits.ts'
import { Evidence, type OpenValues } from './evidence.tsx'

type ValueHistoryProps = { clientId: string; cell: Cell; name: string; onOpenValues?: OpenValues }

/** The current and former values of a cell: source, author and time of each. */
export function ValueHistory({ clientId, cell, name, onOpenValues }: ValueHistoryProps) {
  const history = useQuery(queryFor(metricValueHistory, { params: { id: clientId }, query: cell }))
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">{name}</h3>
      <ReadState
        read={history}
        loading={<Skeleton className="h-10 w-full" />}
        failed="The history could not be loaded"
      >
        {(changes) =>
          changes.length ? (
            <ol className="flex flex-col gap-3">
              {changes.map((change) => (
                <Change
                  key={`${change.key} ${change.isPresent}`}
                  change={change}
                  onOpenValues={onOpenValues}
                />
              ))}
            </ol>
          ) : (
            <p className="text-muted">No values yet.</p>
          )
        }
      </ReadState>
    </div>
  )
}

type ChangeProps = { change: History[number]; onOpenValues: OpenValues | undefined }

const Change = ({ change, onOpenValues }: ChangeProps) => (
  <li className="flex gap-3">
    <span className="w-12 shrink-0 text-right font-semibold tabular-nums">
      {change.numericValue === null ? '–' : formatDecimal(change.numericValue)}
    </span>
    <span className="min-w-0 break-words">
      {findOrigin(change)}
      <time dateTime={change.at} className="block text-xs text-muted">
        {formatDateTime(change.at)}
        {change.isPresent ? ' · now' : ''}
      </time>
      {change.found && <Evidence found={change.found} onOpenValues={onOpenValues} />}
    </span>
  </li>
)

function findOrigin({ numericValue, source, author, session }: History[number]) {
  const who = author ?? 'a former user'
  if (numericValue === null)
    return source === 'transcription' ? `Rejected by ${who}` : `Cleared by ${who}`
  const from = session ? ` in ${session.name}, ${formatDate(session.date)}` : ''
  if (source === 'manual')
    return author === null ? `Entered manually${from}` : `Entered by ${who}${from}`
  if (source === 'transcription') return `Found in the transcript${from}`
  return source === 'device' ? 'Measured by a device' : 'From an uploaded document'
}
