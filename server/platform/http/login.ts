import type { FastifyRequest } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import { impersonationMinutes } from '#contract/accounts/users.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { hashToken, newToken } from '../keys/keys.ts'
import type { Browser } from './browser.ts'
import type { Cookie } from './cookies.ts'
import type { Actor } from './mount.ts'
import { ownOrigin } from './origin.ts'

/**
 * A login lasts 30 days at most. One that is not remembered expires after 12 idle hours too, or when the browser is
 * closed (docs/product.md, "Signing in").
 */
const maxLoginMs = 30 * 24 * 3600 * 1000
const idleMs = 12 * 3600 * 1000
const impersonationMs = impersonationMinutes * 60 * 1000
/** The expiry of an idle login is extended at most this often, to save writes. */
const touchMs = 5 * 60 * 1000

type Identity = {
  userId: string
  /** The impersonating administrator. */
  originalUserId?: string
  isRemembered: boolean
  /** The second factor was just used. */
  isConfirmed?: true
  /** Undefined for a password. */
  identityProviderId?: string | null
  /** When the password was entered. Starting or ending an impersonation does not extend the login. */
  signedInAt?: string
  /** For the browser and address that the login shows its owner. */
  browser: Browser
}

/** Creates a login in place of the browser's, with a new token, which prevents session fixation. Returns its cookie. */
export async function startLogin(
  db: Db,
  {
    userId,
    originalUserId,
    isRemembered,
    isConfirmed,
    identityProviderId,
    signedInAt,
    browser,
  }: Identity,
): Promise<Cookie> {
  if (browser.actor) await deleteLogin(db, browser.actor)
  const token = newToken()
  const now = Date.now()
  const createdAt = signedInAt ?? new Date(now).toISOString()
  const end = Math.min(
    originalUserId ? now + impersonationMs : Infinity,
    Date.parse(createdAt) + maxLoginMs,
    isRemembered ? Infinity : now + idleMs,
  )
  await db
    .insertInto('login')
    .values({
      id: newId(),
      tokenHash: hashToken(token),
      userId,
      originalUserId: originalUserId ?? null,
      isRemembered,
      identityProviderId: identityProviderId ?? null,
      confirmedAt: isConfirmed ? new Date(now).toISOString() : null,
      createdAt,
      device: browser.device,
      address: browser.address,
      expiresAt: new Date(end).toISOString(),
    })
    .execute()
  return {
    name: 'login',
    value: token,
    sameSite: 'lax',
    ...(isRemembered && { maxAge: Math.floor((end - now) / 1000) }),
  }
}

/** Ends a login. Undefined when it had already ended, for example by a concurrent request. */
export const deleteLogin = (db: Db, { loginId }: Pick<Actor, 'loginId'>) =>
  db
    .deleteFrom('login')
    .where('id', '=', loginId)
    .returning(['isRemembered', 'identityProviderId', 'createdAt as signedInAt'])
    .executeTakeFirst()

/**
 * Ends every login of a user but the given one, including impersonations of them and by them, and sign-ins that wait for
 * the second factor.
 */
export async function deleteLogins(tx: Db, userId: string, exceptLoginId?: string) {
  await tx
    .deleteFrom('login')
    .$if(exceptLoginId !== undefined, (it) => it.where('id', '<>', exceptLoginId ?? ''))
    .where((eb) => eb.or([eb('userId', '=', userId), eb('originalUserId', '=', userId)]))
    .execute()
  await tx.deleteFrom('pendingLogin').where('userId', '=', userId).execute()
}

/** Ends the logins that came from an identity provider, and those that wait for the second factor after it. */
export async function deleteLoginsOfProvider(tx: Db, identityProviderId: string) {
  for (const table of ['login', 'pendingLogin'] as const)
    await tx.deleteFrom(table).where('identityProviderId', '=', identityProviderId).execute()
}

/** Unexpired logins of active users. An impersonating administrator must still be an active system_admin. */
const validLogins = (db: Db) =>
  db
    .selectFrom('login')
    .innerJoin('user', 'user.id', 'login.userId')
    .leftJoin('user as original', 'original.id', 'login.originalUserId')
    .select([
      'login.id',
      'login.userId',
      'login.originalUserId',
      'login.isRemembered',
      'login.createdAt',
      'login.lastSeenAt',
      'user.roles',
    ])
    .where('login.expiresAt', '>', new Date().toISOString())
    .where('user.deactivatedAt', 'is', null)
    .where(
      sql<SqlBool>`(login.original_user_id is null
        or (original.deactivated_at is null and 'system_admin' = any(original.roles)))`,
    )

const idleEnd = ({ createdAt }: { createdAt: string }) =>
  new Date(Math.min(Date.now() + idleMs, Date.parse(createdAt) + maxLoginMs)).toISOString()

/** For long-running responses: the actor with their current roles. Undefined once the login has ended. */
export async function refreshActor(db: Db, actor: Actor): Promise<Actor | undefined> {
  const found = await validLogins(db)
    .where('login.id', '=', actor.loginId)
    .where('login.userId', '=', actor.userId)
    .executeTakeFirst()
  return found && { ...actor, roles: found.roles as Role[] }
}

/** The actor of the browser's login, or null. `isUse`: a user action, not a background request of a page. */
export async function authenticate(
  db: Db,
  { cookies: { login: token }, address }: Browser,
  isUse: boolean,
): Promise<Actor | null> {
  if (!token) return null
  const found = await validLogins(db)
    .where('login.tokenHash', '=', hashToken(token))
    .executeTakeFirst()
  if (!found) return null
  if (isUse && Date.now() - Date.parse(found.lastSeenAt) > touchMs)
    await db
      .updateTable('login')
      .set({
        lastSeenAt: new Date().toISOString(),
        // User actions extend an idle login, but neither the 30 days nor the 60 minutes of an impersonation.
        ...(!found.isRemembered && !found.originalUserId && { expiresAt: idleEnd(found) }),
      })
      .where('id', '=', found.id)
      .execute()
  return {
    userId: found.userId,
    originalUserId: found.originalUserId,
    roles: found.roles as Role[],
    loginId: found.id,
    address,
  }
}

/**
 * Throws not-allowed unless `Sec-Fetch-Site` or `Origin` is same-origin (docs/product.md, "Signing in"). Every
 * browser sends one of them with a changing request; a script has to set `Origin`.
 */
export function requireOwnOrigin(request: FastifyRequest, config: Pick<Config, 'appOrigin'>) {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOwnOrigin = origin === ownOrigin(config, request)
  const isSameOrigin = site === undefined ? isOwnOrigin : site === 'same-origin'
  if (!isSameOrigin || (origin !== undefined && !isOwnOrigin))
    throw new AppError(
      'not-allowed',
      'This request did not come from the application and was refused.',
    )
}
