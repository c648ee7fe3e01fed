import { useQuery } from '@tanstack/react-query'
import { listRiskLevels, maxRiskLevels } from '#contract/assessments.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { RiskBadge } from '#web/parts/risk.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What the level of risk was set to by hand: who did it, when and why. */
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
                  {level ? <RiskBadge level={level} /> : 'Left to the score'}
                  <span className="mt-1 block text-xs text-muted">
                    By {by ?? 'somebody whose account is gone'},{' '}
                    <time dateTime={at}>{formatDateTime(at)}</time>
                  </span>
                  {reason}
                </li>
              ))}
            </ol>
            {levels.length === maxRiskLevels && (
              <p className="mt-2 text-xs text-muted">The newest {maxRiskLevels} are listed.</p>
            )}
          </>
        ) : (
          <p className="text-muted">Nobody has set it by hand: it follows the score.</p>
        )
      }
    </ReadState>
  )
}
