import { sql } from 'kysely'
import { type assignCoachToMany, maxCoachHistory } from '#contract/clients/clients.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import { idIn } from '../../../platform/lists/list.ts'
import { selectedIds } from '../../../platform/lists/selected-ids.ts'
import { coachUserId, followerUserId } from '../find-follower.ts'
import { clientRows } from '../client-rows.ts'
import { clientList } from '../clients.queries.ts'
import { coachesClient, requireClientChange } from '../../../platform/access.ts'
import type { Actor } from '../../../platform/http/mount.ts'

/** Locks a coach and their user; undefined if there is none. */
export const lockCoach = (tx: Db, id: string) =>
  tx
    .selectFrom('coach')
    .innerJoin('user', 'user.id', 'coach.userId')
    .select(['coach.name', 'coach.status', 'user.deactivatedAt', sql<Role[]>`roles`.as('roles')])
    .where('coach.id', '=', id)
    .forShare()
    .executeTakeFirst()

/** Locks clients and returns their coaches. */
export const lockClients = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('client')
    .select(['id', 'coachId', 'coachName'])
    .where(idIn('client.id', ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** A trigger records the history (record_coach_history). */
export const setCoach = (tx: Db, ids: readonly string[], coachId: string | null) =>
  tx.updateTable('client').set({ coachId }).where(idIn('client.id', ids)).execute()

export const getClientRow = (db: Db, id: string) =>
  clientRows(db).where('client.id', '=', id).executeTakeFirstOrThrow(notFound('client'))

/** Those of clients who have a coach. */
export const listFollowersAndCoaches = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('client')
    .select(['id', followerUserId.as('followerId'), coachUserId.as('coachUserId')])
    .where(idIn('client.id', ids))
    .where('coachId', 'is not', null)
    .orderBy('id')
    .execute()

/** Ids of the sessions of clients that are to come. */
export const listSessionsAhead = async (tx: Db, clientIds: readonly string[]) => {
  const rows = await tx
    .selectFrom('session')
    .select('id')
    .where(idIn('clientId', clientIds))
    .where('sessionDate', '>', sql<string>`now()`)
    .execute()
  return rows.map(({ id }) => id)
}

type Chosen = ParsedInput<typeof assignCoachToMany>['body']['clients']

/** Selected clients with another coach, up to `most`. */
export const findChosenWithOtherCoach = (
  db: Db,
  chosen: Chosen,
  coachId: string | null,
  most: number,
) =>
  selectedIds(db, clientList, chosen, {
    isMeant: sql`client.coach_id is distinct from ${coachId}`,
    most,
  })

/** Newest first. Throws not-found for a client whose plan the actor may not change. */
export async function listCoachHistory(db: Db, actor: Actor, clientId: string) {
  await requireClientChange(db, actor, clientId)
  return db
    .selectFrom('clientCoach')
    .innerJoin('coach', 'coach.id', 'clientCoach.coachId')
    .select([
      'clientCoach.id',
      'clientCoach.coachId',
      'coach.name as coachName',
      'clientCoach.since',
      'clientCoach.until',
    ])
    .where('clientCoach.clientId', '=', clientId)
    .orderBy('clientCoach.since', 'desc')
    .orderBy('clientCoach.id', 'desc')
    .limit(maxCoachHistory)
    .execute()
}

const maxOrganizations = 1000

export const listOrganizationsOfCoach = (db: Db, userId: string) =>
  db
    .selectFrom('organization')
    .select(['organization.id', 'organization.name'])
    .where('organization.id', 'in', (eb) =>
      eb
        .selectFrom('client')
        .select('client.organizationId')
        .where('client.organizationId', 'is not', null)
        .where((it) => coachesClient(userId)(it as never)),
    )
    .orderBy('organization.name')
    .orderBy('organization.id')
    .limit(maxOrganizations)
    .execute()
