import { z } from 'zod'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { listCalendarIds } from './calendar.queries.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'read-calendars': Record<string, never>
  }
}

/** Queues the reading of every coach's calendar. */
export const readCalendars = defineJob({
  name: 'read-calendars',
  payload: z.object({}),
  queue: 'short',
  attempts: 5,
  schedule: { cron: '*/15 * * * *' },
  run: ({ db, queue }) =>
    inTransaction(db, async (tx) => {
      for (const { id } of await listCalendarIds(tx)) await queue.add(tx, 'read-calendar', { id })
    }),
})
