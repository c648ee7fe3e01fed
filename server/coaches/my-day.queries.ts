import { sql, type SqlBool } from 'kysely'
import {
  type DaySession,
  mostAhead,
  mostRisen,
  mostWaiting,
  type MyDay,
  type OwnWork,
  risenDays,
} from '#contract/my-day.ts'
import { flatBelow } from '#contract/trend.ts'
import { coachesClient } from '../access.ts'
import { burnoutChange, clientRows } from '../clients/client-rows.ts'
import type { Db } from '../db/db.ts'
import { sessionStatus } from '../sessions/session-rows.ts'

const dayMs = 24 * 3600 * 1000

/** What a coach has before them from an instant on, with the own clients alone, whatever other roles they have. */
export async function dayOf(db: Db, userId: string, from: string): Promise<MyDay> {
  const [clients, sessions, recording, transcription, conversation, risen] = await Promise.all([
    countOfClients(db, userId),
    sessionsFrom(db, userId, from),
    waiting(db, userId, 'recording'),
    waiting(db, userId, 'transcription'),
    waiting(db, userId, 'conversation'),
    risenClients(db, userId, new Date(Date.now() - risenDays * dayMs)),
  ])
  return { clients, sessions, waiting: { recording, transcription, conversation }, risen }
}

async function countOfClients(db: Db, userId: string) {
  const { count } = await db
    .selectFrom('client')
    .where(coachesClient(userId))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const ownSessions = (db: Db, userId: string) =>
  db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .where((eb) => coachesClient(userId)(eb as never))

const columns = [
  'session.id',
  'session.clientId',
  'session.sessionDate',
  sessionStatus.as('status'),
  'session.sessionDefinitionId',
  'sessionDefinition.name as sessionDefinitionName',
  'client.name as clientName',
] as const

const inOrder = (rows: ReturnType<typeof ownSessions>, limit: number): Promise<DaySession[]> =>
  rows
    .select([...columns])
    .orderBy('session.sessionDate')
    .orderBy('session.id')
    .limit(limit)
    .execute()

const sessionsFrom = (db: Db, userId: string, from: string) =>
  inOrder(
    ownSessions(db, userId)
      .where('session.sessionDate', '>=', from)
      .where('session.archivedAt', 'is', null),
    mostAhead,
  )

async function waiting(db: Db, userId: string, work: OwnWork) {
  const rows = ownSessions(db, userId).where(sql<SqlBool>`session_waits(session, ${work})`)
  const [sessions, { count }] = await Promise.all([
    inOrder(rows, mostWaiting),
    rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { count, sessions }
}

/** By the rule of the trend in the list of clients, where it is news. */
const risenClients = (db: Db, userId: string, since: Date) =>
  clientRows(db)
    .select('client.name as clientName')
    .where((eb) => coachesClient(userId)(eb as never))
    .where(burnoutChange, '>=', flatBelow)
    .where(
      sql<SqlBool>`exists (
        select from burnout_assessment
        where burnout_assessment.client_id = client.id and burnout_assessment.created_at > ${since.toISOString()}
      )`,
    )
    .orderBy('burnoutPercentage', 'desc')
    .orderBy('client.id')
    .limit(mostRisen)
    .execute()
