import { sql } from 'kysely'
import type { assignCoachToMany } from '#contract/clients/clients.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import { idIn } from '../../../platform/lists/list.ts'
import { selectedIds } from '../../../platform/lists/selected-ids.ts'
import { coachUserId, followerUserId } from '../find-follower.ts'
import { clientRows } from '../client-rows.ts'
import { clientList } from '../clients.queries.ts'

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
