import { sql, type SqlBool } from 'kysely'
import { z } from 'zod'
import {
  addDays,
  type CalendarDay,
  calendarDay,
  daysBetween,
  minutesOfDay,
} from '#contract/rules/calendar.ts'
import { followerUserId } from '../clients/find-follower.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { Deps } from '../../deps.ts'
import { notify } from '../messages/notices/notify.ts'
import { recordReminded } from '../messages/reminded.queries.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'remind-of-assignments': Record<string, never>
  }
}

export const remindOfAssignments = defineJob({
  name: 'remind-of-assignments',
  payload: z.object({}),
  queue: 'short',
  // The next minute tries again.
  attempts: 1,
  schedule: { cron: '* * * * *' },
  run: (deps, _payload, job) => sendAssignmentReminders(deps, job),
})

type Needs = Pick<Deps, 'db' | 'installation' | 'queue'>
type Run = { signal: AbortSignal; onError: (error: Error) => void; now?: Date }

/** What is due on one day, and the user to remind. */
type DueReminder = {
  about: 'assignment' | 'questionnaire'
  id: string
  dueDate: CalendarDay
  userId: string
  timeZone: string | null
}

/** Reminders are sent from 9 am of the previous day in the user's time zone. */
const earliestMinuteOfDay = 9 * 60
const batchSize = 1_000

/** On the previous day. */
export async function sendAssignmentReminders(
  deps: Needs,
  { signal, onError, now = new Date() }: Run,
) {
  let last: DueReminder | undefined
  do {
    const found: DueReminder[] = await listDueSoon(deps.db, { now, after: last, limit: batchSize })
    for (const it of found) if (!signal.aborted) await remind(deps, it, now).catch(onError)
    last = found.length === batchSize ? found.at(-1) : undefined
  } while (last && !signal.aborted)
}

function isTimeToRemind({ dueDate }: DueReminder, timeZone: string, now: Date) {
  const tomorrow = addDays(calendarDay(now, timeZone), 1)
  return dueDate === tomorrow && minutesOfDay(now, timeZone) >= earliestMinuteOfDay
}

async function remind(deps: Needs, it: DueReminder, now: Date) {
  const timeZone = it.timeZone ?? deps.installation.timeZone
  if (!isTimeToRemind(it, timeZone, now)) return
  const { about, id: rowId, userId, dueDate } = it
  await inTransaction(deps.db, async (tx) => {
    const version = daysBetween('1970-01-01', dueDate)
    const at = new Date(dueDate).toISOString()
    if (!(await recordReminded(tx, { about, rowId, userId, version, step: 'ahead', at }))) return
    const kind = about === 'assignment' ? 'assignmentDue' : 'questionnaireDue'
    await notify(tx, deps, { kind, userId, by: null, rowId })
  })
}

type Asked = { now: Date; after: DueReminder | undefined; limit: number }

/** Open assignments and questionnaires due about tomorrow in any time zone that were not reminded of; those after `after`. */
async function listDueSoon(db: Db, { now, after, limit }: Asked) {
  const today = calendarDay(now, 'UTC')
  const isNext = after
    ? sql<SqlBool>`(due.due_date, due.id) > (${after.dueDate}::date, ${after.id}::uuid)`
    : sql<SqlBool>`true`
  const { rows } = await sql<DueReminder>`
    select due.about, due.id, due.due_date::text as due_date, "user".id as user_id, notification.time_zone
    from (
      select 'assignment' as about, assignment.id, due_date, ${followerUserId} as user_id
      from assignment join client on client.id = assignment.client_id
      where completed_at is null
      union all
      select 'questionnaire', questionnaire.id, due_date, client.user_id
      from questionnaire join client on client.id = questionnaire.client_id
      where completed_at is null and declined_at is null and withdrawn_at is null
    ) as due
    join "user" on "user".id = due.user_id and "user".deactivated_at is null
    left join notification on notification.user_id = "user".id
    where ${isNext} and due.due_date between ${today}::date and ${addDays(today, 2)}::date
      and not exists (
        select from reminder
        where reminder.row_id = due.id and reminder.user_id = "user".id and reminder.step = 'ahead'
          and reminder.version = due.due_date - date '1970-01-01'
      )
    order by due.due_date, due.id limit ${limit}`.execute(db)
  return rows
}
