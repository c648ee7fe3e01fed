import { sql } from 'kysely'
import type { MessageKind } from '#contract/messages/kinds.ts'
import { hasCoachRole } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import {
  fromParticipants,
  isPlanned,
  type Participation,
  participation,
} from '../sessions/participants.ts'

export type DueReminder = Participation & { userId: string }

/** Minutes before the session, at most and at least. */
const windows = { ahead: [24 * 60, 60], soon: [60, 5] } as const

/** Needs `notification` in the query: whether a user turned on what is off until then, on some channel. */
const isChosen = (kind: MessageKind) =>
  sql<boolean>`coalesce(jsonb_array_length(notification.opt_outs -> ${kind}::text) < 2, false)`

type Asked = { step: 'ahead' | 'soon'; now: Date; limit: number }

/** Sessions of which clients are to be reminded; not of those that were planned or moved so late that this was told instead. */
export async function listSessionsAhead(db: Db, { step, now, limit }: Asked) {
  const [most, least] = windows[step]
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await sql<DueReminder>`
    select ${participation}, person.user_id ${fromParticipants}
    where ${isPlanned} and not person.is_coach
      and session.session_date > ${at} + make_interval(mins => ${least})
      and session.session_date <= ${at} + make_interval(mins => ${most})
      and session.schedule_changed_at < session.session_date - make_interval(mins => ${most})
      and (${step} = 'ahead' or ${isChosen('sessionSoon')})
      and not exists (
        select from reminder
        where reminder.row_id = session.id and reminder.user_id = person.user_id
          and reminder.version = session.date_version and reminder.step = ${step}
      )
    order by session.session_date, session.id limit ${limit}`.execute(db)
  return rows
}

export type CoachToday = { userId: string; timeZone: string | null }

/** Coaches who chose the list of the day and did not get it in the last hours. */
export async function listCoachesToday(db: Db, now: Date) {
  const { rows } = await sql<CoachToday>`
    select "user".id as user_id, notification.time_zone
    from "user" join notification on notification.user_id = "user".id
    where ${hasCoachRole} and "user".deactivated_at is null and ${isChosen('sessionsToday')}
      and not exists (
        select from reminder
        where reminder.row_id = "user".id and reminder.step = 'day'
          and reminder.at > ${now.toISOString()}::timestamptz - interval '12 hours'
      )
    order by "user".id`.execute(db)
  return rows
}
