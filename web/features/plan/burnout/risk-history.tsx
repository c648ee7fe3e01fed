import { useQuery } from '@tanstack/react-query'
import { listRiskLevels, maxRiskLevels } from '#contract/assessments.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { RiskBadge } from '#web/parts/risk.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The manually set risk levels: author, time and reason of each. */
export function RiskHistory({ clientId }: { clientId: string }) {
  const history = useQuery(queryFor(listRiskLevels, { params: { id: clientId } }))
  return (
    <ReadState
      read={history}
      loading={<Skeleton className="h-20" />}
      failed="The history could not be loaded"
    >
      {(levels) =>
        levels.length ? (
          <>
            <ol className="flex flex-col gap-3">
              {levels.map(({ id, level, reason, by, at }) => (
                <li key={id} className="break-words">
                  {level ? <RiskBadge level={level} /> : 'Calculated from the score'}
                  <span className="mt-1 block text-xs text-muted">
                    By {by ?? 'a former user'}, <time dateTime={at}>{formatDateTime(at)}</time>
                  </span>
                  {reason}
                </li>
              ))}
            </ol>
            {levels.length === maxRiskLevels && (
              <p className="mt-2 text-xs text-muted">Showing the latest {maxRiskLevels}.</p>
            )}
          </>
        ) : (
          <p className="text-muted">Never set manually. It is calculated from the score.</p>
        )
      }
    </ReadState>
  )
}
