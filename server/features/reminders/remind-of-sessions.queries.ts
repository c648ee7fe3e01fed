import { sql } from 'kysely'
import { defaultSessionMinutes } from '#contract/definitions/session-definition.ts'
import { hasCoachRole } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { durationMinutes } from '../sessions/session-rows.ts'
import { followerUserId } from '../clients/find-follower.ts'

/** Reminders are sent between 24 hours and 1 hour before a session. */
const hoursAhead = 24
const minHoursAhead = 1

export type DueReminder = {
  sessionId: string
  sessionDate: string
  durationMinutes: number
  dateVersion: number
  userId: string
  clientId: string | null
  /** First name of the other person in the session. */
  with: string | null
  isCoach: boolean
  timeZone: string | null
}

/**
 * Users who take part in the row `session`, with the name of the other person. Former coaches are excluded, although
 * clients may still be assigned to them.
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

/** Sessions of the next day with a participant who was not reminded. */
export async function listSessionsAhead(db: Db, now: Date, limit: number) {
  const { rows } = await sql<DueReminder>`
    select ${due} ${audience}
    where ${isPlanned}
      and session.session_date > ${now.toISOString()}::timestamptz + ${minHoursAhead} * interval '1 hour'
      and session.session_date <= ${now.toISOString()}::timestamptz + ${hoursAhead} * interval '1 hour'
      and not exists (
        select from reminder
        where reminder.row_id = session.id and reminder.user_id = person.user_id
          and reminder.version = session.date_version and reminder.step = 'ahead'
      )
    order by session.session_date, session.id limit ${limit}`.execute(db)
  return rows
}

export type ChangedSession = DueReminder & {
  /** Date in the last notification. */
  notifiedAt: string
  notifiedVersion: number
  /** The last notification was that it is cancelled. */
  isCancelled: boolean
  /** False if it is cancelled, past, or with someone else now. */
  isAhead: boolean
}

/**
 * Future sessions that have changed since a participant was notified or took them into a calendar. Starts from the
 * notifications, so that it finds every change, including deletions.
 */
export async function listChangedSessions(db: Db, now: Date, limit: number) {
  const { rows } = await sql<ChangedSession>`
    with notified as (
      select distinct on (row_id, user_id) row_id, user_id, version, step, at, is_notified
      from reminder
      where about = 'session' and (row_id, user_id) in (
        select row_id, user_id from reminder where about = 'session' and at > ${now.toISOString()}::timestamptz
      )
      order by row_id, user_id, version desc, step = 'cancelled' desc, is_notified desc
    )
    select
      notified.row_id as session_id, notified.user_id, notified.at as notified_at, notified.version as notified_version,
      notified.step = 'cancelled' as is_cancelled,
      coalesce(now.session_date > ${now.toISOString()}::timestamptz, false) as is_ahead,
      coalesce(now.session_date, notified.at) as session_date,
      coalesce(now.duration_minutes, ${defaultSessionMinutes}) as duration_minutes,
      coalesce(now.date_version, notified.version) as date_version,
      now.client_id, now."with", coalesce(now.is_coach, false) as is_coach,
      (select time_zone from notification where notification.user_id = notified.user_id) as time_zone
    from notified
    left join lateral (
      select ${due} ${audience}
      where session.id = notified.row_id and person.user_id = notified.user_id and session.archived_at is null
      limit 1
    ) as now on true
    where notified.is_notified and notified.at > ${now.toISOString()}::timestamptz
      and case when notified.step = 'cancelled' then now.session_date > ${now.toISOString()}::timestamptz
        else now.date_version is distinct from notified.version end
    order by notified.at, notified.row_id limit ${limit}`.execute(db)
  return rows
}
