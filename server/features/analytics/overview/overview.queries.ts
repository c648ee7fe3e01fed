import { sql } from 'kysely'
import { type Overview, overviewDays } from '#contract/analytics/analytics.ts'
import {
  addDays,
  calendarDay,
  type CalendarDay,
  dayMs,
  getMonday,
  startOfDay,
} from '#contract/rules/calendar.ts'
import { waitingWork } from '#contract/clients/clients.ts'
import type { CoachStatus } from '#contract/coaches/coaches.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../deps.ts'
import { waitingCounts } from '../../clients/clients.queries.ts'

export async function readOverview(
  { db, installation: { timeZone } }: Pick<Deps, 'db' | 'installation'>,
  now = new Date(),
): Promise<Omit<Overview, 'firstSteps'>> {
  const [clients, sessionsByDay, executions, inProgress, waitingMarks, awayCoaches] =
    await Promise.all([
      clientCounts(db),
      sessionsOfWeek(db, calendarDay(now, timeZone), timeZone),
      executionCounts(db, new Date(now.getTime() - overviewDays * dayMs)),
      inProgressCounts(db),
      listWaitingMarks(db),
      listAwayCoaches(db),
    ])
  return {
    ...clients,
    sessionsThisWeek: sessionsByDay.reduce((sum, { count }) => sum + count, 0),
    sessionsByDay,
    ...executions,
    ...inProgress,
    waitingMarks,
    awayCoaches,
  }
}

/** Rows of each list. */
const maxRows = 20

/** Of which administrators were told: that they wait, not why. */
const listWaitingMarks = (db: Db) =>
  db
    .selectFrom('safetyMark')
    .select(['clientId', (eb) => eb.fn.min('raisedAt').as('raisedAt')])
    .where('acknowledgedAt', 'is', null)
    .where('escalatedAt', 'is not', null)
    .groupBy('clientId')
    .orderBy('raisedAt')
    .orderBy('clientId')
    .limit(maxRows)
    .execute()

const listAwayCoaches = (db: Db) =>
  db
    .selectFrom('coach')
    .innerJoin('client', 'client.coachId', 'coach.id')
    .innerJoin('session', 'session.clientId', 'client.id')
    .select(['coach.id', 'coach.name', sql<CoachStatus>`coach.status`.as('status')])
    .select(sql<number>`count(*)`.as('sessions'))
    .where('coach.status', '<>', 'active')
    .where('session.sessionDate', '>', sql<string>`now()`)
    .where('session.archivedAt', 'is', null)
    .where('session.completedAt', 'is', null)
    .groupBy('coach.id')
    .orderBy('coach.name')
    .orderBy('coach.id')
    .limit(maxRows)
    .execute()

const clientCounts = (db: Db) =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from client)`.as('clients'),
      sql<number>`(select count(*) from message where status = 'failed')`.as('failedMessages'),
      waitingCounts(waitingWork.options).as('waiting'),
    ])
    .executeTakeFirstOrThrow()

/** Monday to Sunday of the week of `today`, without archived sessions. */
async function sessionsOfWeek(db: Db, today: CalendarDay, timeZone: string) {
  const monday = getMonday(today)
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  const begins = [...days, addDays(monday, 7)].map((it) => startOfDay(it, timeZone).toISOString())
  const dayNumber = sql<number>`width_bucket(session.session_date, ${begins}::timestamptz[])`
  const rows = await db
    .selectFrom('session')
    .where('session.sessionDate', '>=', begins[0] ?? '')
    .where('session.sessionDate', '<', begins[7] ?? '')
    .where('session.archivedAt', 'is', null)
    .select([dayNumber.as('dayNumber'), sql<number>`count(*)`.as('count')])
    .groupBy('dayNumber')
    .execute()
  const counts = new Map(rows.map((it) => [it.dayNumber, it.count]))
  return days.map((day, index) => ({ day, count: counts.get(index + 1) ?? 0 }))
}

const executionCounts = (db: Db, since: Date) =>
  db
    .selectFrom('execution')
    .where('execution.executedAt', '>', since.toISOString())
    .select([
      sql<number>`count(*)`.as('executions'),
      sql<number>`count(*) filter (where not execution.is_success)`.as('executionErrors'),
    ])
    .executeTakeFirstOrThrow()

async function inProgressCounts(db: Db) {
  const [uploads, transcriptions] = await Promise.all([
    db
      .selectFrom('upload')
      .where('upload.status', '<>', 'failed')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('transcription')
      .where('transcription.status', 'in', ['waiting', 'running'])
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { uploadsInProgress: uploads.count, transcriptionsInProgress: transcriptions.count }
}
