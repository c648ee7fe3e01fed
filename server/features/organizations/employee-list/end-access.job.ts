import { z } from 'zod'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { deactivateUser } from '../../accounts/users/users.service.ts'
import { deleteEnded, listEnded } from './employee-list.queries.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'end-access': Record<string, never>
  }
}

const batch = 100

/** Deactivates accounts whose address left the employees' list long enough ago. */
export const endAccess = defineJob({
  name: 'end-access',
  payload: z.object({}),
  queue: 'short',
  attempts: 3,
  schedule: { cron: '37 * * * *' },
  async run({ db }, _payload, { signal }) {
    for (;;) {
      const ended = await listEnded(db, batch)
      for (const id of ended) {
        signal.throwIfAborted()
        await inTransaction(db, async (tx) => {
          if (await deleteEnded(tx, id)) await deactivateUser(tx, id)
        })
      }
      if (ended.length < batch) return
    }
  },
})
