import { z } from 'zod'
import { addDays, calendarDay, dayMs } from '#contract/rules/calendar.ts'
import type { WorkingHours } from '#contract/rules/working-hours.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { notify } from '../messages/notices/notify.ts'
import { listAdministrators } from '../accounts/users/administrators.queries.ts'
import { listUnanswered, markEscalated } from './requests.queries.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'notify-of-unanswered': Record<string, never>
  }
}

const maxWorkingDays = 2

/** Tells administrators, once, of requests that nobody answered for two working days, even if they lapsed meanwhile. */
export const notifyOfUnanswered = defineJob({
  name: 'notify-of-unanswered',
  payload: z.object({}),
  queue: 'short',
  // The next minute tries again.
  attempts: 1,
  schedule: { cron: '* * * * *' },
  run: async ({ db, queue, installation }) => {
    const now = new Date()
    const before = new Date(now.getTime() - maxWorkingDays * dayMs)
    const due = (await listUnanswered(db, before.toISOString()))
      .filter(({ requestedAt }) => isOverdue(new Date(requestedAt), now, installation))
      .map(({ id }) => id)
    if (!due.length) return
    await inTransaction(db, async (tx) => {
      const rowIds = await markEscalated(tx, due)
      const userIds = await listAdministrators(tx)
      if (rowIds.length)
        await notify(tx, { queue }, { kind: 'sessionRequestWaits', userIds, by: null, rowIds })
    })
  },
})

/** Whether two working days have begun since the day of the request. */
export function isOverdue(
  requestedAt: Date,
  now: Date,
  { timeZone, workingHours }: { timeZone: string; workingHours: WorkingHours },
) {
  const today = calendarDay(now, timeZone)
  let worked = 0
  for (
    let day = addDays(calendarDay(requestedAt, timeZone), 1);
    day <= today;
    day = addDays(day, 1)
  )
    if (workingHours.days.includes(new Date(day).getUTCDay())) worked++
  return worked >= maxWorkingDays && now.getTime() - requestedAt.getTime() >= maxWorkingDays * dayMs
}
