import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Reminder } from '../../platform/db/schema.ts'
import { newId } from '../../platform/ids.ts'

type Told = Omit<Insertable<Reminder>, 'id' | 'createdAt' | 'isTold'> & {
  about: 'session' | 'assignment' | 'conversation'
  step: 'ahead' | 'moved' | 'cancelled'
}

/**
 * Notes what somebody is told, in the transaction that tells them. Undefined where they were told it before: of two who would
 * tell them at the same moment the second waits, and then does not.
 */
export async function noteTold(tx: Db, told: Told) {
  const added = await tx
    .insertInto('reminder')
    .values({ ...told, id: newId() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/**
 * Takes back that something was called off, as it stands again: of two who would, one does. False where they were told no
 * such thing.
 */
export async function takeBackCancelled(
  tx: Db,
  { rowId, userId, version }: Pick<Told, 'rowId' | 'userId' | 'version'>,
) {
  const { numDeletedRows } = await tx
    .deleteFrom('reminder')
    .where('rowId', '=', rowId)
    .where('userId', '=', userId)
    .where('version', '=', version)
    .where('step', '=', 'cancelled')
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** They did not want to be told: nothing of theirs is to be corrected when it changes. */
export const noteUntold = (tx: Db, id: string) =>
  tx.updateTable('reminder').set({ isTold: false }).where('id', '=', id).execute()
