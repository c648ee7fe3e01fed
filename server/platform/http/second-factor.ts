import type { SecondFactor } from '#contract/accounts/auth.ts'
import { admins } from '#contract/roles.ts'
import type { Db } from '../db/db.ts'
import type { Actor } from './mount.ts'

type Holder = Pick<Actor, 'userId' | 'originalUserId' | 'roles' | 'apiToken'> & {
  loginId?: string | undefined
}

/**
 * Whether this is an administrator in person, without a second factor. Whoever signed in through an identity provider
 * needs none here: that is for the provider to ask.
 */
export const lacksSecondFactor = async (
  db: Db,
  { userId, originalUserId, roles, apiToken, loginId }: Holder,
) =>
  originalUserId === null &&
  apiToken === undefined &&
  admins.some((role) => roles.includes(role)) &&
  !(await listFactors(db, userId)).length &&
  !(await isProviderLogin(db, { userId, loginId }))

/** Of this login, or of the newest one right after it was created. */
async function isProviderLogin(db: Db, { userId, loginId }: Pick<Holder, 'userId' | 'loginId'>) {
  const login = await db
    .selectFrom('login')
    .select('identityProviderId')
    .where('userId', '=', userId)
    .$if(loginId !== undefined, (some) => some.where('id', '=', loginId ?? ''))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return login !== undefined && login.identityProviderId !== null
}

/** The second factors of a user that are set up. */
export async function listFactors(db: Db, userId: string): Promise<SecondFactor[]> {
  const passkey = db.selectFrom('passkey').select('id').where('userId', '=', userId)
  const totp = db
    .selectFrom('totp')
    .select('id')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
  const found = await db
    .selectNoFrom((eb) => [eb.exists(passkey).as('passkey'), eb.exists(totp).as('totp')])
    .executeTakeFirstOrThrow()
  return (['passkey', 'totp'] as const).filter((it) => found[it])
}
