import type { FastifyReply, FastifyRequest } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import type { Role } from '#contract/roles.ts'
import { impersonationMinutes } from '#contract/users.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { hashToken, newToken } from '../keys/tokens.ts'
import { clientAddress } from './client-address.ts'
import type { Actor } from './mount.ts'
import { ownOrigin } from './origin.ts'

/** A remembered login lasts 30 days; any other ends with the browser and after 12 idle hours (product decisions, section 4). */
const rememberedMs = 30 * 24 * 3600 * 1000
const idleMs = 12 * 3600 * 1000
const impersonationMs = impersonationMinutes * 60 * 1000
/** The end of an idle login moves at most this often, so that reading costs no write. */
const touchMs = 5 * 60 * 1000

type Origin = Pick<Config, 'appOrigin'>
/** `Secure` and the `__Host-` prefix need https; on plain http (a loopback address) browsers would refuse them. */
export const isSecure = ({ appOrigin }: Origin) => appOrigin?.startsWith('https:') ?? false
export const cookieName = (origin: Origin, name: 'login' | 'known-browser' = 'login') =>
  isSecure(origin) ? `__Host-${name}` : name

type Identity = {
  userId: string
  /** The administrator who acts as the user. */
  originalUserId?: string
  isRemembered: boolean
  /** When the person behind gave the password: an impersonation and the way back do not make a login last longer. */
  signedInAt?: string
}

/**
 * Makes a login with a new token: one that was known before is worth nothing. Answers what sets its cookie, to be
 * called once the caller's transaction is committed.
 */
export async function startLogin(
  db: Db,
  config: Origin,
  { userId, originalUserId, isRemembered, signedInAt }: Identity,
) {
  const token = newToken()
  const now = Date.now()
  const createdAt = signedInAt ?? new Date(now).toISOString()
  const end = Math.min(
    originalUserId ? now + impersonationMs : Infinity,
    isRemembered ? Date.parse(createdAt) + rememberedMs : now + idleMs,
  )
  await db
    .insertInto('login')
    .values({
      id: newId(),
      tokenHash: hashToken(token),
      userId,
      originalUserId: originalUserId ?? null,
      isRemembered,
      createdAt,
      expiresAt: new Date(end).toISOString(),
    })
    .execute()
  return (reply: FastifyReply) =>
    void reply.setCookie(cookieName(config), token, {
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(config),
      path: '/',
      ...(isRemembered && { maxAge: Math.floor((end - now) / 1000) }),
    })
}

/** Ends a login; undefined when it has ended already, for instance by another request at the same moment. */
export const deleteLogin = (db: Db, { loginId }: Pick<Actor, 'loginId'>) =>
  db
    .deleteFrom('login')
    .where('id', '=', loginId)
    .returning(['isRemembered', 'createdAt as signedInAt'])
    .executeTakeFirst()

/** Ends every login of a user, also those in which somebody acts as them or they as somebody. */
export const deleteLoginsOf = (db: Db, userId: string) =>
  db
    .deleteFrom('login')
    .where((eb) => eb.or([eb('userId', '=', userId), eb('originalUserId', '=', userId)]))
    .execute()

/** Ends the login of the request, if any, and takes the cookie away. */
export async function endLogin(
  db: Db,
  config: Origin,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (request.actor) await deleteLogin(db, request.actor)
  void reply.clearCookie(cookieName(config), { path: '/', secure: isSecure(config) })
}

/**
 * Logins that are good: one read, which also checks that the user is not deactivated, and that the administrator
 * behind is neither deactivated nor demoted.
 */
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
      'login.lastSeenAt',
      'user.roles',
    ])
    .where('login.expiresAt', '>', new Date().toISOString())
    .where('user.deactivatedAt', 'is', null)
    .where(
      sql<SqlBool>`(login.original_user_id is null
        or (original.deactivated_at is null and 'system_admin' = any(original.roles)))`,
    )

/** For answers that outlast their request: the actor with the roles of now, or undefined once the login has ended. */
export async function refreshActor(db: Db, actor: Actor): Promise<Actor | undefined> {
  const found = await validLogins(db)
    .where('login.id', '=', actor.loginId)
    .where('login.userId', '=', actor.userId)
    .executeTakeFirst()
  return found && { ...actor, roles: found.roles as Role[] }
}

/**
 * Who calls, by the cookie of the request; null for nobody who is signed in. `isUse`: somebody did it, and no page by
 * itself.
 */
export async function authenticate(
  { db, config }: { db: Db; config: Origin },
  request: FastifyRequest,
  isUse: boolean,
): Promise<Actor | null> {
  const token = request.cookies[cookieName(config)]
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
        // Idle hours count from the last thing that a person did; the 30 days, and an impersonation's 60 minutes, from the start.
        ...(!found.isRemembered &&
          !found.originalUserId && { expiresAt: new Date(Date.now() + idleMs).toISOString() }),
      })
      .where('id', '=', found.id)
      .execute()
  return {
    userId: found.userId,
    originalUserId: found.originalUserId,
    roles: found.roles as Role[],
    loginId: found.id,
    address: clientAddress(request),
  }
}

/**
 * A call that changes something needs a same-origin `Sec-Fetch-Site` or `Origin` (product decisions, section 4). Every
 * browser sends one of them; a script that calls the API sets `Origin` itself.
 */
export function requireOwnOrigin(request: FastifyRequest, config: Origin) {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isOwnOrigin = origin === ownOrigin(config, request)
  const isSameOrigin = site === undefined ? isOwnOrigin : site === 'same-origin'
  if (!isSameOrigin || (origin !== undefined && !isOwnOrigin))
    throw new AppError(
      'not-allowed',
      'This request did not come from the application and was refused.',
    )
}
