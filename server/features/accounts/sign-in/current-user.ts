import type { CurrentUser } from '#contract/accounts/auth.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import { lacksSecondFactor } from '../../../platform/http/second-factor.ts'
import { isSecondFactorRequired } from '../../settings/installation/settings.queries.ts'

type LoginUser = { userId: string; originalUserId: string | null; loginId?: string }

/** Includes the administrator while impersonating. */
export async function getCurrentUser(db: Db, actor: LoginUser): Promise<CurrentUser> {
  const { userId, originalUserId, loginId } = actor
  const user = await db
    .selectFrom('user')
    .select(['id', 'email', 'firstName', 'lastName', 'roles'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) throw notFound('user')()
  const roles = user.roles as Role[]
  return {
    ...user,
    roles,
    isImpersonating: originalUserId !== null,
    originalUserId,
    impersonationEndsAt: await findImpersonationEnd(db, actor),
    needsSecondFactor:
      (await lacksSecondFactor(db, { userId, originalUserId, roles, loginId })) &&
      (await isSecondFactorRequired(db)),
  }
}

/** Of the current login, or of the newest one right after it was created. */
async function findImpersonationEnd(db: Db, { userId, originalUserId, loginId }: LoginUser) {
  if (originalUserId === null) return null
  const login = await db
    .selectFrom('login')
    .select('expiresAt')
    .where('userId', '=', userId)
    .where('originalUserId', '=', originalUserId)
    .$if(loginId !== undefined, (some) => some.where('id', '=', loginId ?? ''))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return login?.expiresAt ?? null
}
