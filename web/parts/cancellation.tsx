import type { Session } from '#contract/sessions/sessions.ts'
import { formatDate } from '#web/lib/dates.ts'

/** "Cancelled by Anna, Nov 29, 2026, late"; nothing for a session that was not cancelled. */
export const Cancellation = ({ cancellation }: Pick<Session, 'cancellation'>) =>
  cancellation && (
    <span className="text-xs text-muted">
      Cancelled{cancellation.by && ` by ${cancellation.by}`}, {formatDate(cancellation.at)}
      {cancellation.isLate && ', late'}
    </span>
  )
