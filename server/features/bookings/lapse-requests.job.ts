import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { notify } from '../messages/notices/notify.ts'
import { lapse } from './requests.queries.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'lapse-requests': Record<string, never>
  }
}

/** Requests that nobody answered in time hold their time no longer, and their clients are told. */
export const lapseRequests = defineJob({
  name: 'lapse-requests',
  payload: z.object({}),
  queue: 'short',
  // The next minute tries again.
  attempts: 1,
  schedule: { cron: '* * * * *' },
  run: (deps) => inTransaction(deps.db, (tx) => endLapsedRequests(tx, deps, null)),
})

/** Of one coach, or of all. */
export async function endLapsedRequests(tx: Db, deps: Pick<Deps, 'queue'>, coachId: string | null) {
  for (const { id: rowId, userId } of await lapse(tx, coachId))
    await notify(tx, deps, { kind: 'sessionRequestAnswered', userId, by: null, rowId })
}
