import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { listAdministrators } from '../accounts/users/administrators.queries.ts'
import { notify } from '../messages/notices/notify.ts'

type NewClient = {
  userId: string
  organizationId: string | null
  /** Who made the account; null: the person. */
  by: string | null
}

/** Creates the client of a user, of whom administrators are told, or moves the existing one to the user's organization. */
export async function ensureClient(
  tx: Db,
  deps: Pick<Deps, 'queue'>,
  { userId, organizationId, by }: NewClient,
) {
  const id = newId()
  const client = await tx
    .insertInto('client')
    .values({ id, userId, organizationId })
    .onConflict((it) => it.column('userId').doUpdateSet({ organizationId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (client.id !== id) return client
  if (by === null) await notify(tx, deps, { kind: 'welcome', userId, by, rowId: id })
  const userIds = await listAdministrators(tx)
  await notify(tx, deps, { kind: 'clientWithoutCoach', userIds, by, rowId: id })
  return client
}
