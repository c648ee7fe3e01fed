import { sql } from 'kysely'
import type { Notifications } from '#contract/messages.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUnchanged } from '../../../platform/db/row-version.ts'

export type Unwanted = Notifications['unwanted']

const unwanted = sql<Unwanted>`coalesce(notification.unwanted, '{}')`

/** Whom a message is for; undefined where that account is gone or deactivated. */
export const recipientOf = (db: Db, userId: string) =>
  db
    .selectFrom('user')
    .leftJoin('notification', 'notification.userId', 'user.id')
    .select(['user.email', 'user.firstName', unwanted.as('unwanted')])
    .where('user.id', '=', userId)
    .where('user.deactivatedAt', 'is', null)
    .executeTakeFirst()

/** What somebody chose; undefined where nothing was chosen yet. */
export const chosenBy = (db: Db, userId: string) =>
  db
    .selectFrom('notification')
    .select(['phone', 'stoppedAt', 'timeZone', 'version', unwanted.as('unwanted')])
    .where('userId', '=', userId)
    .executeTakeFirst()

type Choice = { phone: string | null; unwanted: Unwanted; timeZone: string | undefined }

/** False where something else was chosen since the version that was read. Whoever saves wants text messages again. */
export async function saveChoice(
  tx: Db,
  { userId, version }: { userId: string; version: number | null },
  { phone, unwanted: not, timeZone }: Choice,
) {
  const values = {
    ...{ phone, unwanted: JSON.stringify(not), stoppedAt: null },
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

/** Their telephone has answered STOP: no text message goes to that number again before they ask for it. */
export const noteStopped = (db: Db, userId: string, phone: string) =>
  db
    .updateTable('notification')
    .set({ stoppedAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('phone', '=', phone)
    .execute()
