import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { fromParticipants, isPlanned, type Participation, participation } from './participants.ts'

/** What a user knows of a session. */
type Known = {
  sessionDate: string
  durationMinutes: number
  dateVersion: number
  isCancelled: boolean
}

export type SessionState = {
  id: string
  /** Null: nothing yet. */
  known: Known | null
  /** Null: it was deleted, or the user takes part no more. */
  now:
    | (Participation & {
        isPlanned: boolean
        isHeld: boolean
        isLate: boolean
        changedAt: string
        /** First name. */
        changedBy: string | null
      })
    | null
}

/** Sessions as a user knows them and as they are, in order of time. */
export async function listSessionStates(db: Db, userId: string, ids: readonly string[]) {
  const { rows } = await sql<SessionState>`
    select asked.id, to_jsonb(known) as known, to_jsonb(now) as now
    from unnest(${ids}::uuid[]) as asked (id)
    left join lateral (
      select session_date as "sessionDate", duration_minutes as "durationMinutes",
        date_version as "dateVersion", is_cancelled as "isCancelled"
      from known_session where session_id = asked.id and user_id = ${userId}
    ) as known on true
    left join lateral (
      select it.id, it.session_date as "sessionDate", it.duration_minutes as "durationMinutes",
        it.date_version as "dateVersion", it.client_id as "clientId", it."with", it.is_coach as "isCoach",
        it.is_joinable as "isJoinable", it.place,
        it.is_planned as "isPlanned", it.is_held as "isHeld", it.is_late as "isLate",
        it.changed_at as "changedAt", it.changed_by as "changedBy"
      from (
        select ${participation}, ${isPlanned} as is_planned, session.completed_at is not null as is_held,
          session.is_late_cancellation as is_late, session.schedule_changed_at as changed_at,
          (select first_name from "user" where id = session.schedule_changed_by) as changed_by
        ${fromParticipants}
        where session.id = asked.id and person.user_id = ${userId} limit 1
      ) as it
    ) as now on true
    order by coalesce(now."sessionDate", known."sessionDate"), asked.id`.execute(db)
  return rows
}

/** Records what a user knows from now on. */
export async function recordKnown(
  tx: Db,
  userId: string,
  sessions: readonly ({ id: string } & Known)[],
) {
  if (!sessions.length) return
  await tx
    .insertInto('knownSession')
    .values(sessions.map(({ id, ...known }) => ({ ...known, sessionId: id, userId })))
    .onConflict((it) =>
      it.columns(['sessionId', 'userId']).doUpdateSet((eb) => ({
        sessionDate: eb.ref('excluded.sessionDate'),
        durationMinutes: eb.ref('excluded.durationMinutes'),
        dateVersion: eb.ref('excluded.dateVersion'),
        isCancelled: eb.ref('excluded.isCancelled'),
      })),
    )
    .execute()
}

/** Whoever changes a session, or takes it into a calendar, knows it as it is. */
export async function recordSeen(
  tx: Db,
  userId: string,
  ids: readonly string[],
  isDeletion = false,
) {
  const states = await listSessionStates(tx, userId, ids)
  const seen = states.flatMap(({ now }) => {
    if (!now) return []
    const { id, sessionDate, durationMinutes, dateVersion } = now
    return {
      id,
      sessionDate,
      durationMinutes,
      dateVersion,
      isCancelled: isDeletion || !now.isPlanned,
    }
  })
  await recordKnown(tx, userId, seen)
}

/** Users who take part in sessions, or know of them. */
export async function listWhoKnow(tx: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; userId: string; sessionDate: string }>`
    select session.id, person.user_id, session.session_date ${fromParticipants} where session.id = any(${ids}::uuid[])
    union select session_id, user_id, session_date from known_session
    where session_id = any(${ids}::uuid[]) and not is_cancelled`.execute(tx)
  return rows
}
