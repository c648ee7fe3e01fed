import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'

/** Creates the client of a user, or moves the existing one to the user's organization. */
export const ensureClient = (
  db: Db,
  { userId, organizationId }: { userId: string; organizationId: string | null },
) =>
  db
    .insertInto('client')
    .values({ id: newId(), userId, organizationId })
    .onConflict((it) => it.column('userId').doUpdateSet({ organizationId }))
    .returning('id')
    .executeTakeFirstOrThrow()
