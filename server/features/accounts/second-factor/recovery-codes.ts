import { randomInt } from 'node:crypto'
import { recoveryCodeCount } from '#contract/accounts/second-factor.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import type { Keys } from '../../../platform/keys/keys.ts'

/** Without letters and digits that look alike: 32 signs, 5 bits each. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')

const plain = (code: string) => code.toLowerCase().replaceAll(/[^a-z2-9]/g, '')

/** Replaces the recovery codes of a user. Of the returned codes only keyed hashes are stored. */
export async function createRecoveryCodes(tx: Db, keys: Keys, userId: string) {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${group()}-${group()}`)
  await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCode')
    .values(
      codes.map((code) => ({
        id: newId(),
        userId,
        codeHash: keys.sign('recovery-code', userId, plain(code)).toString('base64url'),
      })),
    )
    .execute()
  return codes
}

/** Whether it is an unused code of the user, which is then used. */
export async function acceptRecoveryCode(tx: Db, keys: Keys, userId: string, code: string) {
  const unused = await tx
    .selectFrom('recoveryCode')
    .select(['id', 'codeHash'])
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute()
  const found = unused.find(({ codeHash }) =>
    keys.isSigned('recovery-code', Buffer.from(codeHash, 'base64url'), userId, plain(code)),
  )
  if (!found) return false
  const { numUpdatedRows } = await tx
    .updateTable('recoveryCode')
    .set({ usedAt: new Date().toISOString() })
    .where('id', '=', found.id)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
