import { sql, type SqlBool } from 'kysely'
import type { assignCoachToMany } from '#contract/clients.ts'
import type { Received } from '#contract/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { type Db, plannedAnew } from '../db/db.ts'
import { notFound } from '../errors.ts'
import { among } from '../lists/list.ts'
import { idsOf } from '../lists/read-list.ts'
import { clientRows } from './client-rows.ts'
import { clientList } from './clients.queries.ts'

/** Holds a coach and the user behind as they are until the transaction ends; undefined where there is none. */
export const holdCoach = (tx: Db, id: string) =>
  tx
    .selectFrom('coach')
    .innerJoin('user', 'user.id', 'coach.userId')
    .select(['coach.name', 'coach.status', 'user.deactivatedAt', sql<Role[]>`roles`.as('roles')])
    .where('coach.id', '=', id)
    .forShare()
    .executeTakeFirst()

/** Holds these clients until the transaction ends; answers the coach of each. */
export const holdClients = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('client')
    .select(['id', 'coachId', 'coachName'])
    .where(among('client.id', sql`${ids}`))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The history follows by itself (migration 0032). */
export const setCoach = (tx: Db, ids: readonly string[], coachId: string | null) =>
  tx
    .updateTable('client')
    .set({ coachId })
    .where(among('client.id', sql`${ids}`))
    .execute()

export const clientRow = (db: Db, id: string) =>
  clientRows(db).where('client.id', '=', id).executeTakeFirstOrThrow(notFound('client'))

type Chosen = Received<typeof assignCoachToMany>['body']['clients']

/** Those who are chosen and have another coach than this one, in no order: so many at most. */
export async function chosenWithout(
  db: Db,
  chosen: Chosen,
  coachId: string | null,
  most: number,
): Promise<string[]> {
  const which =
    'ids' in chosen
      ? among('client.id', sql`${chosen.ids}`)
      : sql<SqlBool>`client.id in (${await idsOf(db, clientList, chosen.matching)})
          and client.id <> all(${chosen.except ?? []}::uuid[])`
  const { rows } = await sql<{ id: string }>`${plannedAnew}
    select client.id from client where ${which} and coach_id is distinct from ${coachId} limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
