import { sql } from 'kysely'
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
