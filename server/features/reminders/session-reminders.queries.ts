import { sql } from 'kysely'
import { defaultSessionMinutes } from '#contract/session-definition.ts'
import { hasCoachRole } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { durationMinutes } from '../sessions/session-rows.ts'
import { followerUserId } from '../clients/find-follower.ts'

/** Hours before a session at which it is reminded of; one that is nearer than the second is not reminded of any more. */
const hoursAhead = 24
const minHoursAhead = 1

/** One person, and the session that they are to be told of. */
export type DueReminder = {
  sessionId: string
  sessionDate: string
  durationMinutes: number
  dateVersion: number
  userId: string
  clientId: string | null
  /** Who is at the session with them. */
  with: string | null
  isCoach: boolean
  timeZone: string | null
}

/**
 * Everybody with an account who is at the session of the row `session`, each with whom they meet. Whoever is no coach any
 * more is told nothing of clients, who may still be theirs.
 */
const audience = sql`
  from session
  join session_definition on session_definition.id = session.session_definition_id
  join client on client.id = session.client_id
  left join coach on coach.id = client.coach_id
  cross join lateral (values
    (${followerUserId}, (select first_name from "user" where id = coach.user_id and ${hasCoachRole}), false),
    (coach.user_id, coalesce((select first_name from "user" where id = client.user_id), client.first_name), true)
  ) as person (user_id, meets, is_coach)
  join "user" on "user".id = person.user_id and "user".deactivated_at is null and (not person.is_coach or ${hasCoachRole})
  left join notification on notification.user_id = person.user_id`

const due = sql`
  session.id as session_id, session.session_date, ${durationMinutes} as duration_minutes, session.date_version, person.user_id,
  session.client_id, person.meets as "with", person.is_coach, notification.time_zone`

const isPlanned = sql`session.archived_at is null and session.completed_at is null`

/** Sessions of the next day of which somebody has not been reminded, or was told since that they are off, the next ones first. */
export async function listSessionsAhead(db: Db, now: Date, limit: number) {
  const { rows } = await sql<DueReminder>`
    select ${due} ${audience}
    where ${isPlanned}
      and session.session_date > ${now.toISOString()}::timestamptz + ${minHoursAhead} * interval '1 hour'
      and session.session_date <= ${now.toISOString()}::timestamptz + ${hoursAhead} * interval '1 hour'
      and (
        select coalesce(bool_and(reminder.step <> 'cancelled') and bool_or(reminder.step = 'ahead'), false)
        from reminder
        where reminder.row_id = session.id and reminder.user_id = person.user_id
          and reminder.version = session.date_version
      ) is false
    order by session.session_date, session.id limit ${limit}`.execute(db)
  return rows
}

export type ChangedSession = DueReminder & {
  /** What they were told last. */
  notifiedAt: string
  notifiedVersion: number
  /** False where it is cancelled, in the past by now, or somebody else's. */
  isAhead: boolean
}

/**
 * Whoever was told of a session to come that is not as they were told: another date, or none. It is looked for from what
 * was told, so that it does not matter who changed or removed the session, and how.
 */
export async function listChangedSessions(db: Db, now: Date, limit: number) {
  const { rows } = await sql<ChangedSession>`
    with told as (
      select distinct on (row_id, user_id) row_id, user_id, version, step, at, is_notified
      from reminder
      where about = 'session' and (row_id, user_id) in (
        select row_id, user_id from reminder where about = 'session' and at > ${now.toISOString()}::timestamptz
      )
      order by row_id, user_id, version desc, step = 'cancelled' desc
    )
    select
      told.row_id as session_id, told.user_id, told.at as notified_at, told.version as notified_version,
      now.session_id is not null and now.session_date > ${now.toISOString()}::timestamptz as is_ahead,
      coalesce(now.session_date, told.at) as session_date,
      coalesce(now.duration_minutes, ${defaultSessionMinutes}) as duration_minutes,
      coalesce(now.date_version, told.version) as date_version,
      now.client_id, now."with", coalesce(now.is_coach, false) as is_coach,
      (select time_zone from notification where notification.user_id = told.user_id) as time_zone
    from told
    left join lateral (
      select ${due} ${audience}
      where session.id = told.row_id and person.user_id = told.user_id and session.archived_at is null
      limit 1
    ) as now on true
    where told.is_notified and told.step <> 'cancelled' and told.at > ${now.toISOString()}::timestamptz
      and now.date_version is distinct from told.version
    order by told.at, told.row_id limit ${limit}`.execute(db)
  return rows
}
