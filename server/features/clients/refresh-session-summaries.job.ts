import { z } from 'zod'
import { inTransaction } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { refreshSessionSummaries } from './refresh-session-summaries.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'refresh-session-summaries': Record<string, never>
  }
}

const everyMs = 5_000

/** Moves a client's next session to the past once it has begun. */
export const refreshSummaries = defineJob({
  name: 'refresh-session-summaries',
  payload: z.object({}),
  queue: 'short',
  attempts: 3,
  // Starts it; from then on it queues itself.
  schedule: { cron: '* * * * *' },
  async run({ db }, _payload, job) {
    await refreshSessionSummaries(db, job.signal)
    await inTransaction(db, (tx) => job.runAgain(tx, everyMs))
  },
})
