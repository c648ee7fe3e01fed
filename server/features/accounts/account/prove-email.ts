import type { Db } from '../../../platform/db/db.ts'
import { deleteLogins } from '../../../platform/http/login.ts'
import { newToken } from '../../../platform/keys/keys.ts'
import { deleteFeed } from '../../calendar-feeds/calendar-feeds.queries.ts'
import { deleteAccountLinks } from '../password-reset/password-reset.queries.ts'
import { hashPassword } from '../sign-in/passwords.ts'

/**
 * Records that the email belongs to whoever is acting. The first time, this ends every way into the account that came
 * before: logins, the password (unless this sets a new one), links in emails, linked identity providers and the calendar feed. Returns whether
 * it did.
 */
export async function proveEmail(tx: Db, userId: string, passwordHash?: string) {
  const proven = await tx
    .updateTable('user')
    .set({
      emailProvenAt: new Date().toISOString(),
      passwordHash: passwordHash ?? (await hashPassword(newToken())),
    })
    .where('id', '=', userId)
    .where('emailProvenAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!proven) return false
  await deleteLogins(tx, userId)
  await deleteAccountLinks(tx, userId)
  await deleteFeed(tx, userId)
  await tx.deleteFrom('externalIdentity').where('userId', '=', userId).execute()
  return true
}
