import { z } from 'zod'
import { dayMs } from '#contract/rules/calendar.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { getHours } from '../free-times.ts'
import { notify } from '../../messages/notices/notify.ts'
import { findCalendar, findUserToTell, saveFailure, storeBusyTimes } from './calendar.queries.ts'
import { fetchCalendar } from './fetch-calendar.ts'
import { parseCalendar } from './parse-calendar.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'read-calendar': { id: string }
  }
}

/** As far ahead as times are suggested. */
const daysAhead = 183

/** Stores when a coach is busy according to the own calendar: only starts and ends. What was stored stays if it fails. */
export const readCalendar = defineJob({
  name: 'read-calendar',
  payload: z.object({ id: z.uuid() }),
  queue: 'outside',
  group: async () => 'calendar',
  attempts: 3,
  timeoutMs: 120_000,
  async run(deps, { id }, job) {
    const { db, keys, installation } = deps
    const calendar = await findCalendar(db, id)
    if (!calendar) return
    const address = keys.decrypt('calendar-address', id, calendar.address)
    const text = await fetchCalendar(deps, address, job.signal)
    const { timeZone } = await getHours(db, installation, id)
    const { countsAllDay, countsFree } = calendar
    const now = Date.now()
    const spans = await parseCalendar(
      { text, timeZone, countsAllDay, countsFree, from: now, until: now + daysAhead * dayMs },
      job.signal,
    )
    await inTransaction(db, async (tx) => {
      await job.finish(tx)
      await storeBusyTimes(tx, calendar, spans)
    })
  },
  retried: (tx, { id }, { sentence }) => saveFailure(tx, id, sentence),
  async failed(tx, { id }, { sentence }, deps) {
    await saveFailure(tx, id, sentence)
    const userId = await findUserToTell(tx, id)
    if (userId) await notify(tx, deps, { kind: 'calendarUnreadable', userId, by: null, rowId: id })
  },
})
