import { sql } from 'kysely'
import { hasCoachRole } from '../../platform/access.ts'
import { followerUserId } from '../clients/find-follower.ts'
import { durationMinutes, joinAddress, sessionPlace } from './session-rows.ts'

/**
 * From the row `session`, the users who take part, each with the first name of the other person. Former coaches are left out,
 * although clients may still be assigned to them.
 */
export const fromParticipants = sql`
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

export type Participation = {
  id: string
  sessionDate: string
  durationMinutes: number
  dateVersion: number
  clientId: string
  /** First name of the other person; null without one. */
  with: string | null
  isCoach: boolean
  /** A digital session with a room. */
  isJoinable: boolean
  /** Of a physical session, if known. */
  place: string | null
}

/** The columns of `Participation`. */
export const participation = sql`
  session.id, session.session_date, ${durationMinutes} as duration_minutes, session.date_version, session.client_id,
  person.meets as "with", person.is_coach, ${joinAddress} is not null as is_joinable, ${sessionPlace} as place`

/** Neither archived, cancelled nor held. */
export const isPlanned = sql<boolean>`(session.archived_at is null and session.completed_at is null)`
