import { admins } from '#contract/roles.ts'
import type { Db } from '../db/db.ts'
import type { Actor } from './mount.ts'

type Holder = Pick<Actor, 'userId' | 'originalUserId' | 'roles' | 'apiToken'>

/** Whether this is an administrator in person, without a second factor. */
export const lacksSecondFactor = async (
  db: Db,
  { userId, originalUserId, roles, apiToken }: Holder,
) =>
  originalUserId === null &&
  apiToken === undefined &&
  admins.some((role) => roles.includes(role)) &&
  !(await hasSecondFactor(db, userId))

export async function hasSecondFactor(db: Db, userId: string) {
  const passkey = db.selectFrom('passkey').select('id').where('userId', '=', userId)
  const totp = db
    .selectFrom('totp')
    .select('id')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
  const { found } = await db
    .selectNoFrom((eb) => eb.or([eb.exists(passkey), eb.exists(totp)]).as('found'))
    .executeTakeFirstOrThrow()
  return Boolean(found)
}
