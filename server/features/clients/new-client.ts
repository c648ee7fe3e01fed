import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'

/** Gives a user who became a client a plan to follow, or moves the one they have to the user's organization. */
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
