import { pendingLoginMinutes } from '#contract/accounts/second-factor.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import type { Cookie } from '../../../platform/http/cookies.ts'
import { newId } from '../../../platform/ids.ts'
import { hashToken, newToken } from '../../../platform/keys/keys.ts'

/** Records that the password was right, or a provider confirmed who it is. Returns the cookie. */
export async function createPendingLogin(
  tx: Db,
  {
    userId,
    isRemembered,
    identityProviderId,
  }: { userId: string; isRemembered: boolean; identityProviderId: string | null },
): Promise<Cookie> {
  const token = newToken()
  const maxAge = pendingLoginMinutes * 60
  await tx
    .insertInto('pendingLogin')
    .values({
      id: newId(),
      userId,
      isRemembered,
      identityProviderId,
      tokenHash: hashToken(token),
      expiresAt: new Date(Date.now() + maxAge * 1000).toISOString(),
    })
    .execute()
  return { name: 'pending-login', value: token, sameSite: 'strict', maxAge }
}

/** With its active user; undefined if it has expired or was used. */
export async function findPendingLogin(db: Db, { cookies }: Browser) {
  const token = cookies['pending-login']
  if (!token) return undefined
  return db
    .selectFrom('pendingLogin')
    .innerJoin('user', 'user.id', 'pendingLogin.userId')
    .select(['pendingLogin.id', 'isRemembered', 'identityProviderId', 'userId', 'email'])
    .select('passwordHash')
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', new Date().toISOString())
    .where('deactivatedAt', 'is', null)
    .executeTakeFirst()
}

/** False if another request was faster. */
export const deletePendingLogin = async (tx: Db, id: string) =>
  (await tx.deleteFrom('pendingLogin').where('id', '=', id).returning('id').executeTakeFirst()) !==
  undefined
