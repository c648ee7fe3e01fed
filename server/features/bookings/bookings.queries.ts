import { sql } from 'kysely'
import type { SessionRequest } from '#contract/bookings/bookings.ts'
import { hasCoachRole } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import { followerUserId } from '../clients/find-follower.ts'
import { durationMinutes, sessionStatus } from '../sessions/session-rows.ts'

/** The plans for which a user acts: the own one, and those of family members without an account. */
export const listOwnPlans = (db: Db, userId: string) => ownPlans(db, userId).execute()

/** Throws not-found for any other client. */
export const findOwnPlan = (db: Db, userId: string, clientId: string) =>
  ownPlans(db, userId).where('client.id', '=', clientId).executeTakeFirstOrThrow(notFound('client'))

export type OwnPlan = Awaited<ReturnType<typeof listOwnPlans>>[number]

const ownPlans = (db: Db, userId: string) =>
  db
    .selectFrom('client')
    .leftJoin('coach', (join) =>
      join.onRef('coach.id', '=', 'client.coachId').on('coach.status', '<>', 'inactive'),
    )
    .leftJoin('user', (join) =>
      join
        .onRef('user.id', '=', 'coach.userId')
        .on('user.deactivatedAt', 'is', null)
        .on(hasCoachRole),
    )
    .select(['client.id', 'user.firstName as coachFirstName', 'user.id as coachUserId'])
    // Null without a coach who works here.
    .select(sql<string | null>`case when "user".id is not null then coach.id end`.as('coachId'))
    .where(followerUserId, '=', userId)
    .where('client.coachingEndedAt', 'is', null)
    .orderBy(sql`client.guardian_id is not null`)
    .orderBy('client.createdAt')
    .orderBy('client.id')

/** Sessions ahead of the clients, by date. */
export const listPlannedSessions = (db: Db, clientIds: readonly string[]) =>
  db
    .selectFrom('session')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .select(['session.id', 'session.clientId', 'session.sessionDate', 'session.movesByClient'])
    .select([durationMinutes.as('durationMinutes'), 'sessionDefinition.name'])
    .where('session.clientId', 'in', clientIds)
    .where('session.archivedAt', 'is', null)
    .where('session.completedAt', 'is', null)
    .where('session.sessionDate', '>', sql<string>`now()`)
    .orderBy('session.sessionDate')
    .orderBy('session.id')
    .execute()

/** The type of a client's latest session that can still be chosen, else the first one. */
export const findUsualType = (db: Db, clientId: string) =>
  db
    .selectFrom('sessionDefinition')
    .select(['id', 'name', 'durationMinutes'])
    .where('deletionId', 'is', null)
    .orderBy(
      sql`(select max(session_date) from session
        where session.client_id = ${clientId} and session.session_definition_id = session_definition.id)`,
      (order) => order.desc().nullsLast(),
    )
    .orderBy('displayOrder')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Locks the coach, whose times are given out one after the other, and then the client. False: the coach has changed. */
export async function lockCoachAndClient(tx: Db, coachId: string, clientId: string) {
  await tx
    .selectFrom('coach')
    .select('id')
    .where('id', '=', coachId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const client = await tx
    .selectFrom('client')
    .select('id')
    .where('id', '=', clientId)
    .where('coachId', '=', coachId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return client !== undefined
}

/** Whose session it is; throws not-found unless the user acts for its client. */
export const findOwnSession = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .select('session.clientId')
    .where('session.id', '=', id)
    .where(followerUserId, '=', userId)
    .executeTakeFirstOrThrow(notFound('session'))

/** Locks the session until the transaction ends. */
export const lockBookedSession = (tx: Db, id: string) =>
  tx
    .selectFrom('session')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .select(['session.sessionDate', 'session.movesByClient', 'session.sessionDefinitionId'])
    .select([
      durationMinutes.as('durationMinutes'),
      sessionStatus.as('status'),
      sql<boolean>`session.cancelled_at is not null`.as('isCancelled'),
    ])
    .where('session.id', '=', id)
    .forUpdate('session')
    .executeTakeFirstOrThrow(notFound('session'))

/** Keeps the time of a session, and the gap after it, from other clients. */
export const blockTime = (
  tx: Db,
  { id, coachId, minutes }: { id: string; coachId: string; minutes: number },
) =>
  tx
    .updateTable('session')
    .set({
      blockedCoachId: coachId,
      blockedUntil: sql<string>`session_date + make_interval(mins => ${minutes})`,
    })
    .where('id', '=', id)
    .execute()

export const countMove = (tx: Db, id: string) =>
  tx
    .updateTable('session')
    .set({ movesByClient: sql<number>`moves_by_client + 1` })
    .where('id', '=', id)
    .execute()

/** `SessionRequest` without what names the client. */
export const requestColumns = [
  'sessionRequest.id',
  'sessionRequest.sessionId',
  'sessionRequest.startsAt',
  'sessionRequest.durationMinutes',
  sql<SessionRequest['status']>`session_request.status`.as('status'),
  sql<string[]>`(
    select coalesce(jsonb_agg(at order by at), '[]') from unnest(session_request.offered) as at
  )`.as('offered'),
  'sessionRequest.words',
  'sessionRequest.requestedAt',
  'sessionRequest.lapsesAt',
] as const

/** The latest of each client, while it matters to the client. */
export const listLatestRequests = (db: Db, clientIds: readonly string[]) =>
  db
    .selectFrom('sessionRequest')
    .distinctOn('sessionRequest.clientId')
    .select(['sessionRequest.clientId', ...requestColumns])
    .where('sessionRequest.clientId', 'in', clientIds)
    .where('sessionRequest.startsAt', '>', sql<string>`now()`)
    .orderBy('sessionRequest.clientId')
    .orderBy('sessionRequest.requestedAt', 'desc')
    .orderBy('sessionRequest.id')
    .execute()
