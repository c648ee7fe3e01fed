import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { Keys } from '../../../platform/keys/keys.ts'

/** What every authenticator app supports: six digits by HMAC-SHA-1, a new code each 30 seconds. */
const period = 30
const makeTotp = (secret: string) => new TOTP({ period, secret: Secret.fromBase32(secret) })
/** Accepts the previous and the next code too, for clocks that differ. */
const window = 1

/** Replaces an unconfirmed authenticator app; it counts once its first code was entered. */
export async function createTotp(
  tx: Db,
  keys: Keys,
  { userId, issuer, label }: { userId: string; issuer: string; label: string },
) {
  const id = newId()
  const totp = new TOTP({ issuer, label, period, secret: new Secret({ size: 20 }) })
  const secret = totp.secret.base32
  await tx.deleteFrom('totp').where('userId', '=', userId).execute()
  await tx
    .insertInto('totp')
    .values({ id, userId, secret: keys.encrypt('totp-secret', id, secret) })
    .execute()
  return { secret, link: totp.toString() }
}

/**
 * Whether a code is right, after which it and all earlier ones no longer are. With `isNew` for the app that was just set up,
 * which is then confirmed.
 */
export async function acceptTotpCode(
  tx: Db,
  keys: Keys,
  { userId, code, isNew = false }: { userId: string; code: string; isNew?: boolean },
) {
  const row = await tx
    .selectFrom('totp')
    .select(['id', 'secret'])
    .where('userId', '=', userId)
    .where('confirmedAt', isNew ? 'is' : 'is not', null)
    .executeTakeFirst()
  const token = code.replaceAll(/\s/g, '')
  if (!row || !/^\d{6}$/.test(token)) return false
  const timestamp = Date.now()
  const totp = makeTotp(keys.decrypt('totp-secret', row.id, row.secret))
  const delta = totp.validate({ token, window, timestamp })
  if (delta === null) return false
  const step = TOTP.counter({ period, timestamp }) + delta
  const { numUpdatedRows } = await tx
    .updateTable('totp')
    .set({ lastStep: step, ...(isNew && { confirmedAt: new Date(timestamp).toISOString() }) })
    .where('id', '=', row.id)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
