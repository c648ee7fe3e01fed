import { CircleCheck, OctagonAlert } from 'lucide-react'
import { type CrmResult, maxCrmResults } from '#contract/crm.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'

const kinds: Record<CrmResult['kind'], string> = { organization: 'Organization', coach: 'Coach' }

/** Rejected ones first. */
export const CrmResults = ({ results }: { results: readonly CrmResult[] }) => (
  <>
    <ul className="flex flex-col gap-3">
      {results.map(({ kind, id, name, isSuccess, error, at }) => {
        const Icon = isSuccess ? CircleCheck : OctagonAlert
        return (
          <li key={`${kind} ${id}`} className="flex items-start gap-2">
            <Icon
              aria-hidden
              size={16}
              className={`mt-0.5 shrink-0 ${isSuccess ? 'text-green-ink' : 'text-red-ink'}`}
            />
            <div className="min-w-0">
              <p className="wrap-anywhere">
                <span className="font-semibold">{name}</span>{' '}
                <span className="text-muted">
                  {kinds[kind]}, {isSuccess ? 'sent' : 'rejected'}{' '}
                  <time dateTime={at}>{formatDateTime(at)}</time>
                </span>
              </p>
              {error !== null && <p className="wrap-anywhere text-red-ink">{error}</p>}
            </div>
          </li>
        )
      })}
    </ul>
    {results.length === maxCrmResults && (
      <p className="mt-3 text-muted">
        Showing {formatCount(results.length)} results: rejected ones first, then the latest.
      </p>
    )}
  </>
)
