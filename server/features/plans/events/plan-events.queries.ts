import { sql } from 'kysely'
import { calendarDay } from '#contract/rules/calendar.ts'
import type { PlanUpdate } from '#contract/plans/plan-events.ts'
import type { Db } from '../../../platform/db/db.ts'

/**
 * Changes after each change to the plan, in whatever order they were committed; on another day, which has other due dates;
 * and after a database crash, which loses the unlogged changes and resets statistics.
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

/** Three heartbeats. */
const presenceTimeoutSeconds = 45

/** Other users with a session of this client open, each once. */
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

/** Ignores sessions of other clients. */
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
