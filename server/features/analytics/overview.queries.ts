import { sql } from 'kysely'
import { type Overview, overviewDays } from '#contract/analytics.ts'
import { addDays, calendarDay, type CalendarDay, mondayOf, startOfDay } from '#contract/calendar.ts'
import { isAdmin } from '#contract/roles.ts'
import { mayChangeClient } from '../../access.ts'
import type { Db } from '../../db/db.ts'
import type { Deps } from '../../deps.ts'
import type { Actor as Caller } from '../../http/mount.ts'

type Actor = Pick<Caller, 'userId' | 'roles'>

const dayMs = 24 * 3600 * 1000

/** What is going on with the clients whom the actor follows: with all of them for an administrator. */
export async function overviewOf(
  { db, config: { timeZone } }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  now = new Date(),
): Promise<Overview> {
  const [clients, recording, transcription, conversation, sessionsByDay, executions, underWay] =
    await Promise.all([
      clientCounts(db, actor),
      waitingForRecording(db, actor),
      waitingForTranscription(db, actor),
      waitingForConversation(db, actor),
      sessionsOfWeek(db, actor, calendarDay(now, timeZone), timeZone),
      executionCounts(db, actor, new Date(now.getTime() - overviewDays * dayMs)),
      underWayCounts(db, actor),
    ])
  return {
    clients: clients.all,
    sessionsThisWeek: sessionsByDay.reduce((sum, { count }) => sum + count, 0),
    sessionsByDay,
    waiting: { coach: clients.withoutCoach, recording, transcription, conversation },
    ...executions,
    ...underWay,
  }
}

const clientCounts = (db: Db, actor: Actor) =>
  db
    .selectFrom('client')
    .where(mayChangeClient(actor))
    .select([
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where client.coach_id is null)`.as('withoutCoach'),
    ])
    .executeTakeFirstOrThrow()

const sessions = (db: Db, actor: Actor) =>
  db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .where((eb) => mayChangeClient(actor)(eb as never))

/** Clients, each once, however many of their sessions wait. */
async function clientsOf(rows: ReturnType<typeof sessions>) {
  const { count } = await rows
    .select(sql<number>`count(distinct session.client_id)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

// The three definitions of waiting are those of product decisions, section 5.
const waitingForRecording = (db: Db, actor: Actor) =>
  clientsOf(
    sessions(db, actor)
      .where('session.sessionDate', '<=', sql<string>`now()`)
      .where('session.completedAt', 'is', null)
      .where('session.archivedAt', 'is', null)
      .where((eb) => eb.not(eb.exists(recordingOf(db)))),
  )

const waitingForTranscription = (db: Db, actor: Actor) =>
  clientsOf(
    sessions(db, actor)
      .where('session.transcribedTextRaw', 'is', null)
      .where((eb) => eb.exists(recordingOf(db))),
  )

const waitingForConversation = (db: Db, actor: Actor) =>
  clientsOf(
    sessions(db, actor)
      .where('session.transcribedTextRaw', 'is not', null)
      .where('session.transcribedTextScripted', 'is', null),
  )

const recordingOf = (db: Db) =>
  db
    .selectFrom('recording')
    .select('recording.id')
    .whereRef('recording.sessionId', '=', sql.ref('session.id'))

/** Monday to Sunday of the week of `today`. Archived sessions are out of the way. */
async function sessionsOfWeek(db: Db, actor: Actor, today: CalendarDay, timeZone: string) {
  const monday = mondayOf(today)
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  const begins = [...days, addDays(monday, 7)].map((it) => startOfDay(it, timeZone).toISOString())
  const place = sql<number>`width_bucket(session.session_date, ${begins}::timestamptz[])`
  const rows = await sessions(db, actor)
    .where('session.sessionDate', '>=', begins[0] ?? '')
    .where('session.sessionDate', '<', begins[7] ?? '')
    .where('session.archivedAt', 'is', null)
    .select([place.as('place'), sql<number>`count(*)`.as('count')])
    .groupBy('place')
    .execute()
  const counts = new Map(rows.map((it) => [it.place, it.count]))
  return days.map((day, index) => ({ day, count: counts.get(index + 1) ?? 0 }))
}

/** For a coach those on sessions of the own clients. */
const executionCounts = (db: Db, actor: Actor, since: Date) =>
  db
    .selectFrom('execution')
    .where('execution.executedAt', '>', since.toISOString())
    .$if(!isAdmin(actor), (some) =>
      some.where('execution.sessionId', 'in', sessions(db, actor).select('session.id')),
    )
    .select([
      sql<number>`count(*)`.as('executions'),
      sql<number>`count(*) filter (where not execution.is_success)`.as('executionErrors'),
    ])
    .executeTakeFirstOrThrow()

async function underWayCounts(db: Db, actor: Actor) {
  const [uploads, transcriptions] = await Promise.all([
    sessions(db, actor)
      .innerJoin('upload', 'upload.sessionId', 'session.id')
      .where('upload.status', '<>', 'failed')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow(),
    sessions(db, actor)
      .innerJoin('transcription', 'transcription.sessionId', 'session.id')
      .where('transcription.status', 'in', ['waiting', 'running'])
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { uploadsInProgress: uploads.count, transcriptionsInProgress: transcriptions.count }
}
