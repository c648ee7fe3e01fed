import type { Insertable } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Reminder } from '../../platform/db/schema.ts'
import { newId } from '../../platform/ids.ts'

type Notification = Omit<Insertable<Reminder>, 'id' | 'createdAt' | 'isNotified'> & {
  about: 'session' | 'assignment' | 'conversation'
  step: 'taken' | 'ahead' | 'moved' | 'cancelled'
}

/**
 * Records a notification in the transaction that sends it, or that the user took the session into a calendar. Undefined if the user was already notified.
 */
export async function recordNotified(tx: Db, notification: Notification) {
  const added = await tx
    .insertInto('reminder')
    .values({ ...notification, id: newId() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/**
 * Deletes the record of a cancellation that was undone. False if the user was not notified of it.
 */
export async function undoCancelled(
  tx: Db,
  { rowId, userId, version }: Pick<Notification, 'rowId' | 'userId' | 'version'>,
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

/** The user has opted out: no correction is sent when it changes. */
export const markNotNotified = (tx: Db, id: string) =>
  tx.updateTable('reminder').set({ isNotified: false }).where('id', '=', id).execute()
