import { sql } from 'kysely'
import { calendarDay } from '#contract/calendar.ts'
import type { PlanUpdate } from '#contract/plan-events.ts'
import type { Db } from '../../../platform/db/db.ts'

/**
 * Another text after each change of what is about a client, in whatever order the changes were committed; on another day, on
 * which other things are due and of this week; and after a crash of the database, which loses the notes of changes, and
 * begins its own statistics anew as well.
 */
export async function getPlanState(
  db: Db,
  { clientId, timeZone }: { clientId: string; timeZone: string },
) {
  const { state } = await db
    .selectFrom('planChange')
    .select(
      sql<string>`concat_ws('.',
        (select coalesce(extract(epoch from stats_reset), 0) from pg_stat_wal),
        count(*), coalesce(max(id), 0),
        ${calendarDay(new Date(), timeZone)}::text)`.as('state'),
    )
    .where((eb) => eb.or([eb('clientId', '=', clientId), eb('clientId', 'is', null)]))
    .executeTakeFirstOrThrow()
  return state
}

export const listRunningTranscriptions = (db: Db, clientId: string) =>
  db
    .selectFrom('transcription')
    .innerJoin('session', 'session.id', 'transcription.sessionId')
    .select([
      'transcription.sessionId',
      sql<PlanUpdate['underWay'][number]['status']>`transcription.status`.as('status'),
      'transcription.progress',
      'transcription.note',
    ])
    .where('session.clientId', '=', clientId)
    .where('transcription.status', 'in', ['waiting', 'running'])
    .orderBy('transcription.id')
    .execute()

/** Seconds after which somebody who was not heard of has gone: three signs of life of a stream. */
const presenceTimeoutSeconds = 45

/** Who has a session of this client open, but for one person: each once, however many windows they have. */
export const listPresent = (db: Db, clientId: string, exceptUserId: string) =>
  db
    .selectFrom('presence')
    .innerJoin('session', 'session.id', 'presence.sessionId')
    .innerJoin('user', 'user.id', 'presence.userId')
    .select(['presence.sessionId', 'presence.userId', sql<string>`"user".name`.as('name')])
    .distinct()
    .where('session.clientId', '=', clientId)
    .where('presence.userId', '<>', exceptUserId)
    .where(sql<boolean>`presence.seen_at > now() - ${presenceTimeoutSeconds} * interval '1 second'`)
    .orderBy('presence.sessionId')
    .orderBy('name')
    .orderBy('presence.userId')
    .execute()

type Presence = { id: string; userId: string; sessionId: string; clientId: string }

/** That somebody still has the session open. One of another client is none that can be open beside this plan. */
export const renewPresence = (db: Db, { id, userId, sessionId, clientId }: Presence) =>
  db
    .insertInto('presence')
    .columns(['id', 'userId', 'sessionId'])
    .expression((eb) =>
      eb
        .selectFrom('session')
        .select([
          sql<string>`${id}::uuid`.as('id'),
          sql<string>`${userId}::uuid`.as('userId'),
          'session.id as sessionId',
        ])
        .where('session.id', '=', sessionId)
        .where('session.clientId', '=', clientId),
    )
    .onConflict((it) => it.column('id').doUpdateSet({ seenAt: sql`now()` }))
    .execute()

export const endPresence = (db: Db, id: string) =>
  db.deleteFrom('presence').where('id', '=', id).execute()
