import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { isOfLaterDay } from '#contract/plans/schedule.ts'
import { isAdmin, isClient, isCoach, type Role } from '#contract/roles.ts'
import type { Db } from './db/db.ts'
import type { DB } from './db/schema.ts'
import { AppError, notFound } from './errors.ts'
import type { Actor } from './http/mount.ts'

type Who = Pick<Actor, 'userId' | 'roles'>
type Clients = ExpressionBuilder<DB, 'client'>

/** The person who acts: an administrator who impersonates somebody is still the same person. */
export const realUserId = ({ userId, originalUserId }: Pick<Actor, 'userId' | 'originalUserId'>) =>
  originalUserId ?? userId

/** Clients that are assigned to the user as their coach, whatever other roles the user has. */
export const coachesClient = (userId: string) => (eb: Clients) =>
  eb(
    'client.coachId',
    'in',
    eb.selectFrom('coach').select('coach.id').where('coach.userId', '=', userId),
  )

/** Of the row `"user"`: may follow clients, who stay assigned to whoever may no more. */
export const hasCoachRole = sql<SqlBool>`"user".roles @> array['coach_user']`

export type Account = { roles: readonly Role[]; deactivatedAt: string | null }

/** Whose account is in use and has the role: anybody else's profile as a coach is inactive. */
export const mayCoach = (user: Account) => user.deactivatedAt === null && isCoach(user)

/** Clients whose plan the actor may change: admins all, a coach the assigned ones (docs/product.md, "Access"). */
export const mayChangeClient = (actor: Who) => (eb: Clients) =>
  eb.or([
    ...(isAdmin(actor) ? [eb.lit(true)] : []),
    ...(isCoach(actor) ? [coachesClient(actor.userId)(eb)] : []),
  ])

/** Clients whose plan the actor may read: those it may change, and for a client the own plan and the family's. */
export const mayReadClient = (actor: Who) => (eb: Clients) =>
  eb.or([
    mayChangeClient(actor)(eb),
    ...(isClient(actor)
      ? [
          eb('client.userId', '=', actor.userId),
          eb(
            'client.guardianId',
            'in',
            eb
              .selectFrom('client as guardian')
              .select('guardian.id')
              .where('guardian.userId', '=', actor.userId),
          ),
        ]
      : []),
  ])

/** Coach profiles that the actor may read: admins all, a coach the own one. */
export const mayReadCoach = (actor: Who) => (eb: ExpressionBuilder<DB, 'coach'>) =>
  isAdmin(actor) ? eb.lit(true) : eb('coach.userId', '=', actor.userId)

/** Throws not-found unless the actor may read the coach's profile, which is enough to change hours and time off. */
export const requireCoachAccess = (db: Db, actor: Who, coachId: string) =>
  coachRow(db, actor, coachId).executeTakeFirstOrThrow(notFound('coach'))

/** As requireCoachAccess, and locks the coach until the transaction ends. */
export const lockCoach = (tx: Db, actor: Who, coachId: string) =>
  coachRow(tx, actor, coachId).forNoKeyUpdate().executeTakeFirstOrThrow(notFound('coach'))

const coachRow = (db: Db, actor: Who, coachId: string) =>
  db
    .selectFrom('coach')
    .select('coach.id')
    .where('coach.id', '=', coachId)
    .where(mayReadCoach(actor))

/** Organizations whose figures the actor may read: admins all, an org_user the own one. */
export const mayReadOrganization = (actor: Who) => (eb: ExpressionBuilder<DB, 'organization'>) =>
  isAdmin(actor)
    ? eb.lit(true)
    : eb(
        'organization.id',
        'in',
        eb.selectFrom('user').select('user.organizationId').where('user.id', '=', actor.userId),
      )

/** Throws not-found unless the actor may change the client; answers when the plan began, and the coach. */
export const requireClientChange = (db: Db, actor: Who, clientId: string) =>
  db
    .selectFrom('client')
    .select(['client.createdAt', 'client.coachId'])
    .where('client.id', '=', clientId)
    .where(mayChangeClient(actor))
    .executeTakeFirstOrThrow(notFound('client'))

const changeableClients = (db: Db, actor: Who) =>
  db.selectFrom('client').select('client.id').where(mayChangeClient(actor))

/** Throws not-found unless the actor may change the session; answers whose it is. */
export const requireSessionChange = (db: Db, actor: Who, sessionId: string) =>
  db
    .selectFrom('session')
    .select(['id', 'clientId'])
    .where('id', '=', sessionId)
    .where('clientId', 'in', changeableClients(db, actor))
    .executeTakeFirstOrThrow(notFound('session'))

/**
 * As requireSessionChange, and locks the session until the transaction ends. Call it before locking or adding anything that belongs
 * to the session.
 */
export const lockSession = (tx: Db, actor: Who, sessionId: string) =>
  tx
    .selectFrom('session')
    .select(['clientId', 'sessionDate'])
    .select((eb) => eb('cancelledAt', 'is not', null).as('isCancelled'))
    .where('id', '=', sessionId)
    .where('clientId', 'in', changeableClients(tx, actor))
    .forUpdate()
    .executeTakeFirstOrThrow(notFound('session'))

/** Throws conflict for a session of a later day: what comes to it would count in a week that has not begun. */
export function requireSessionDay({ sessionDate }: { sessionDate: string }, timeZone: string) {
  if (isOfLaterDay(sessionDate, new Date(), timeZone))
    throw new AppError(
      'conflict',
      'This session has not taken place yet. Reschedule it to the day it took place, or choose another session.',
    )
}

/** For work that nobody waits for: keeps the session until the transaction ends, as lockSession does. */
export const lockSessionRow = (tx: Db, id: string) =>
  tx.selectFrom('session').select('clientId').where('id', '=', id).forUpdate().executeTakeFirst()
