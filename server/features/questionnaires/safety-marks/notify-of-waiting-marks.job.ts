import { z } from 'zod'
import { audit } from '../../audit/audit.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { listAdministrators } from '../../accounts/users/administrators.queries.ts'
import { sendMessage } from '../../messages/send-message.ts'
import { markValues } from './raise-mark.ts'
import { escalateMarks } from './safety-marks.queries.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'notify-of-waiting-marks': Record<string, never>
  }
}

const hourMs = 3_600_000

/** Tells administrators, once, of clients with a mark that nobody has acknowledged in time: that it waits, not why. */
export const notifyOfWaitingMarks = defineJob({
  name: 'notify-of-waiting-marks',
  payload: z.object({}),
  queue: 'short',
  // The next minute tries again.
  attempts: 1,
  schedule: { cron: '* * * * *' },
  run: (deps) =>
    inTransaction(deps.db, async (tx) => {
      const raisedBefore = new Date(Date.now() - deps.installation.safetyMarkHours * hourMs)
      const marks = await escalateMarks(tx, raisedBefore.toISOString())
      if (!marks.length) return
      const administrators = await listAdministrators(tx)
      for (const clientId of new Set(marks.map((it) => it.clientId)))
        for (const userId of administrators)
          await sendMessage(tx, deps, {
            kind: 'safetyMarkWaiting',
            userId,
            values: markValues(deps, clientId),
          })
      for (const { id: rowId } of marks)
        await audit(tx, {}, { action: 'safety-mark-escalated', table: 'safety_mark', rowId })
    }),
})
