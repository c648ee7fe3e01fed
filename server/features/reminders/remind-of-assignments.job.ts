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

export const remindOfAssignmentsJob = defineJob({
  name: 'remind-of-assignments',
  payload: z.object({}),
  queue: 'short',
  // The next minute tries again.
  attempts: 1,
  schedule: { cron: '* * * * *' },
  run: (deps, _payload, job) => remindOfAssignments(deps, job),
})

type Needs = Pick<Deps, 'db' | 'installation' | 'queue'>
type Run = { signal: AbortSignal; onError: (error: Error) => void; now?: Date }

/** What is due in one plan on one day, and the user to remind. */
type DueReminder = {
  dueDate: CalendarDay
  clientId: string
  assignmentIds: string[]
  userId: string
  timeZone: string | null
}

/** Reminders are sent from 9 am of the previous day in the user's time zone. */
const earliestMinuteOfDay = 9 * 60
const batchSize = 1_000

/** On the previous day. */
export async function remindOfAssignments(deps: Needs, { signal, onError, now = new Date() }: Run) {
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
  const { userId, dueDate, assignmentIds } = it
  await inTransaction(deps.db, async (tx) => {
    const reminded = { about: 'assignment' as const, userId, step: 'ahead' as const }
    const version = daysBetween('1970-01-01', dueDate)
    const at = new Date(dueDate).toISOString()
    for (const rowId of assignmentIds)
      if (await recordReminded(tx, { ...reminded, rowId, version, at }))
        await notify(tx, deps, { kind: 'assignmentDue', userId, by: null, rowId })
  })
}

type Asked = { now: Date; after: DueReminder | undefined; limit: number }

/** Open assignments due about tomorrow in any time zone that were not reminded of; the page after `after`. */
async function listDueSoon(db: Db, { now, after, limit }: Asked) {
  const today = calendarDay(now, 'UTC')
  const isNext = after
    ? sql<SqlBool>`(assignment.due_date, client.id) > (${after.dueDate}::date, ${after.clientId}::uuid)`
    : sql<SqlBool>`true`
  const { rows } = await sql<DueReminder>`
    select assignment.due_date::text as due_date, client.id as client_id, "user".id as user_id,
      notification.time_zone, array_agg(assignment.id order by assignment.id) as assignment_ids
    from assignment
    join client on client.id = assignment.client_id
    join "user" on "user".id = ${followerUserId} and "user".deactivated_at is null
    left join notification on notification.user_id = "user".id
    where assignment.completed_at is null and ${isNext}
      and assignment.due_date between ${today}::date and ${addDays(today, 2)}::date
      and not exists (
        select from reminder
        where reminder.row_id = assignment.id and reminder.user_id = "user".id and reminder.step = 'ahead'
          and reminder.version = assignment.due_date - date '1970-01-01'
      )
    group by assignment.due_date, client.id, "user".id, notification.time_zone
    order by assignment.due_date, client.id limit ${limit}`.execute(db)
  return rows
}
