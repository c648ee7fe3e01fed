import { sql } from 'kysely'
import type { Notifications, OptOuts } from '#contract/messages/messages.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUnchanged } from '../../../platform/db/row-version.ts'

const optOuts = sql<OptOuts>`coalesce(notification.opt_outs, '{}')`

/** Undefined if the account is deleted or deactivated. */
export const findRecipient = (db: Db, userId: string) =>
  db
    .selectFrom('user')
    .leftJoin('notification', 'notification.userId', 'user.id')
    .select(['user.email', 'user.firstName', optOuts.as('optOuts')])
    .where('user.id', '=', userId)
    .where('user.deactivatedAt', 'is', null)
    .executeTakeFirst()

/** Undefined if none were saved. */
export const getPreferences = (db: Db, userId: string) =>
  db
    .selectFrom('notification')
    .select(['phone', 'stoppedAt', 'timeZone', 'version', optOuts.as('optOuts')])
    .select(sql<Notifications['contactBy']>`contact_by`.as('contactBy'))
    .where('userId', '=', userId)
    .executeTakeFirst()

type Preferences = {
  phone: string | null
  optOuts: OptOuts
  /** Undefined stays as it is. */
  contactBy: Notifications['contactBy'] | undefined
  timeZone: string | undefined
}

/** False if the version has changed. Saving also reverts STOP. */
export async function savePreferences(
  tx: Db,
  { userId, version }: { userId: string; version: number | null },
  { phone, optOuts: not, contactBy, timeZone }: Preferences,
) {
  const values = {
    phone,
    optOuts: JSON.stringify(not),
    stoppedAt: null,
    ...(contactBy !== undefined && { contactBy }),
    ...(timeZone !== undefined && { timeZone }),
  }
  const kept =
    version === null
      ? await tx
          .insertInto('notification')
          .values({ ...values, userId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('notification')
          .set(values)
          .where('userId', '=', userId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  return (
    kept !== undefined ||
    isUnchanged(tx.selectFrom('notification').select('userId').where('userId', '=', userId), values)
  )
}

/** No text messages to this number until the user saves the settings again. */
export const recordStop = (db: Db, userId: string, phone: string) =>
  db
    .updateTable('notification')
    .set({ stoppedAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('phone', '=', phone)
    .execute()
