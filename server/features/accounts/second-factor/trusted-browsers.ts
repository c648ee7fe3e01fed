import { trustedBrowserDays } from '#contract/accounts/second-factor.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { hashToken } from '../../../platform/keys/keys.ts'

/** Whether the user chose not to be asked for the second factor in this browser (`http/known-browser.ts`). */
export const isTrustedBrowser = async (db: Db, userId: string, browserId: string | undefined) =>
  browserId !== undefined &&
  (await db
    .selectFrom('trustedBrowser')
    .select('id')
    .where('userId', '=', userId)
    .where('browserHash', '=', hashToken(browserId))
    .where('expiresAt', '>', new Date().toISOString())
    .executeTakeFirst()) !== undefined

export const trustBrowser = (db: Db, userId: string, browserId: string) =>
  db
    .insertInto('trustedBrowser')
    .values({
      id: newId(),
      userId,
      browserHash: hashToken(browserId),
      expiresAt: new Date(Date.now() + trustedBrowserDays * 24 * 3600 * 1000).toISOString(),
    })
    .execute()

export const forgetTrustedBrowsers = (tx: Db, userId: string) =>
  tx.deleteFrom('trustedBrowser').where('userId', '=', userId).execute()
