import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Whose account follows the plan of the row `client`: that of the client, or of whoever cares for them. */
export const followerUserId = sql<string | null>`coalesce(
  client.user_id, (select it.user_id from client as it where it.id = client.guardian_id)
)`

/** Null where nobody does. */
export const findFollower = async (db: Db, clientId: string) =>
  (
    await db
      .selectFrom('client')
      .select(followerUserId.as('userId'))
      .where('id', '=', clientId)
      .executeTakeFirst()
  )?.userId ?? null
