import { addDays, calendarDay, type CalendarDay, daysBetween } from '#contract/calendar.ts'
import { minutesOfDay } from '#contract/clock.ts'
import { sql } from 'kysely'
import { followerId } from '../clients/follower.queries.ts'
import type { Db } from '../db/db.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { originOfLinks } from '../http/origin.ts'
import { sendMessage } from '../messages/send-message.ts'
import { noteTold } from '../messages/told.queries.ts'
import { whenInWords } from './when-in-words.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'installation' | 'queue'>
type Due = {
  id: string
  dueDate: CalendarDay
  clientId: string
  userId: string
  timeZone: string | null
}

/** From this minute of the day before on, by the clock of whoever is reminded: nobody is woken. */
const earliest = 9 * 60
/** Of one look. */
const mostAtOnce = 1_000

/** Reminds whoever follows a plan on the day before of what is due, of all that is due on one day by one message. */
export async function remindOfAssignments(deps: Needs, signal: AbortSignal, now = new Date()) {
  const found = await dueSoon(deps.db, now)
  const byPlan = Map.groupBy(
    found.filter((it) => isTime(it, it.timeZone ?? deps.installation.timeZone, now)),
    ({ userId, clientId, dueDate }) => `${userId} ${clientId} ${dueDate}`,
  )
  for (const some of byPlan.values()) if (!signal.aborted) await remind(deps, some)
}

function isTime({ dueDate }: Due, timeZone: string, now: Date) {
  const tomorrow = addDays(calendarDay(now, timeZone), 1)
  return dueDate === tomorrow && minutesOfDay(now, timeZone) >= earliest
}

const remind = (deps: Needs, some: readonly Due[]) =>
  inTransaction(deps.db, async (tx) => {
    const [first] = some
    if (!first) return
    const { userId, clientId, dueDate } = first
    const told = { about: 'assignment' as const, userId, step: 'ahead' as const }
    const version = daysBetween('1970-01-01', dueDate)
    const at = new Date(dueDate).toISOString()
    let count = 0
    for (const { id } of some.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      if (await noteTold(tx, { ...told, rowId: id, version, at })) count++
    if (!count) return
    await sendMessage(tx, deps, {
      ...{ kind: 'assignmentDue', userId },
      values: {
        what: count === 1 ? 'A home assignment is' : `${count} home assignments are`,
        day: whenInWords(new Date(at), 'UTC').day,
        link: `${originOfLinks(deps.config)}/app/my-plan/${clientId}`,
      },
    })
  })

/** What is due around tomorrow, wherever on earth that is, is not done, and was not told of. */
async function dueSoon(db: Db, now: Date) {
  const today = calendarDay(now, 'UTC')
  const { rows } = await sql<Due>`
    select assignment.id, assignment.due_date::text as due_date, assignment.client_id,
      "user".id as user_id, notification.time_zone
    from assignment
    join client on client.id = assignment.client_id
    join "user" on "user".id = ${followerId} and "user".deactivated_at is null
    left join notification on notification.user_id = "user".id
    where assignment.completed_at is null
      and assignment.due_date between ${today}::date and ${addDays(today, 2)}::date
      and not exists (
        select from reminder
        where reminder.row_id = assignment.id and reminder.user_id = "user".id and reminder.step = 'ahead'
          and reminder.version = assignment.due_date - date '1970-01-01'
      )
    order by assignment.due_date, assignment.id limit ${mostAtOnce}`.execute(db)
  return rows
}
