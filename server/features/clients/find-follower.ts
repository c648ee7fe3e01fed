import { sql } from 'kysely'
import { hasCoachRole } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'

/** The user who follows the plan of the row `client`: the client, or the guardian of a family member. */
export const followerUserId = sql<string | null>`coalesce(
  client.user_id, (select it.user_id from client as it where it.id = client.guardian_id)
)`

/** Null if nobody follows the plan. */
export const findFollower = async (db: Db, clientId: string) =>
  (
    await db
      .selectFrom('client')
      .select(followerUserId.as('userId'))
      .where('id', '=', clientId)
      .executeTakeFirst()
  )?.userId ?? null

/** The user who coaches the row `client`; not somebody who may no longer coach. */
export const coachUserId = sql<string | null>`(
  select coach.user_id from coach join "user" on "user".id = coach.user_id
  where coach.id = client.coach_id and ${hasCoachRole}
)`

/** Null: none. */
export const findCoachUser = async (db: Db, clientId: string) =>
  (
    await db
      .selectFrom('client')
      .select(coachUserId.as('userId'))
      .where('id', '=', clientId)
      .executeTakeFirst()
  )?.userId ?? null
