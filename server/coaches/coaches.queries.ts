import { type Insertable, sql, type Updateable } from 'kysely'
import type { CoachStatus } from '#contract/coaches.ts'
import type { Role } from '#contract/roles.ts'
import { mayReadCoach } from '../access.ts'
import { clientName, clientRows } from '../clients/client-rows.ts'
import type { Db } from '../db/db.ts'
import type { Coach as CoachTable } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import type { Actor } from '../http/mount.ts'
import { cut, keyOf, type ListSize, type PageQuery } from '../http/paging.ts'
import { isBlankCoach } from './new-coach.ts'
import { holds, isBehind, namePlace, userName, userText, wordsOf } from '../lists/name-search.ts'
import { isVersion, type RowRead } from '../db/row-version.ts'

export type CoachFilter = {
  q?: string | undefined
  status?: CoachStatus | undefined
  country?: string | undefined
  city?: string | undefined
}

/** Of the rows that are listed only: it costs a small index read for each. */
const assignedPatients = sql<string[]>`array(
  select client.id from client where client.coach_id = coach.id order by client.id
)`

const columns = [
  'coach.id',
  'coach.userId',
  'user.firstName',
  'user.lastName',
  'user.email',
  'coach.experiencedSince',
  'coach.country',
  'coach.city',
  'coach.bio',
  'coach.version',
  'coach.createdAt',
] as const
const status = sql<CoachStatus>`coach.status`.as('status')

const coaches = (db: Db) => db.selectFrom('coach').innerJoin('user', 'user.id', 'coach.userId')

const coachRows = (db: Db) =>
  coaches(db)
    .select(columns)
    .select([status, assignedPatients.as('assignedPatients')])

const matching = (db: Db, { q, status: wanted, country, city }: CoachFilter) =>
  coaches(db)
    .where(holds(userText, wordsOf(q)))
    .$if(wanted !== undefined, (some) => some.where('coach.status', '=', wanted ?? ''))
    .$if(country !== undefined, (some) => some.where('coach.country', '=', country ?? ''))
    .$if(city !== undefined, (some) => some.where('coach.city', '=', city ?? ''))

const countOf = async (rows: ReturnType<typeof matching>) => {
  const { count } = await rows
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Coaches in the order of their names. */
export async function pageOfCoaches(db: Db, { limit, cursor, ...filter }: PageQuery & CoachFilter) {
  const after = keyOf(cursor, namePlace)
  const names = matching(db, filter)
    .select(['coach.id', userName.as('name')])
    .where(isBehind(userName, sql`coach.id`, after))
    .orderBy(userName)
    .orderBy('coach.id')
    // In the text of the statement, because PostgreSQL plans for a tenth of the table when it is a parameter.
    .limit(sql.lit(limit === undefined ? null : limit + 1))
  const rows = await coachRows(db)
    .innerJoin(names.as('listed'), 'listed.id', 'coach.id')
    .select('listed.name')
    .orderBy('listed.name')
    .orderBy('coach.id')
    .execute()
  return cut(rows, limit, ({ name, id }) => [name, id])
}

export async function sizeOfCoachList(
  db: Db,
  { limit: _limit, cursor: _cursor, ...filter }: PageQuery & CoachFilter,
): Promise<ListSize> {
  const isFiltered = Object.values(filter).some(Boolean)
  const [total, match] = await Promise.all([
    countOf(matching(db, {})),
    isFiltered ? countOf(matching(db, filter)) : undefined,
  ])
  return { total, match: match ?? total }
}

export const coachRow = (db: Db, id: string) =>
  coachRows(db).where('coach.id', '=', id).executeTakeFirstOrThrow(notFound('coach'))

/** A profile with the clients in the order of their names. Throws not-found where the actor may not read it. */
export async function coachDetailOf(db: Db, actor: Actor, id: string) {
  const coach = await coachRows(db)
    .where('coach.id', '=', id)
    .where((eb) => mayReadCoach(actor)(eb as never))
    .executeTakeFirstOrThrow(notFound('coach'))
  const clients = await clientRows(db)
    .where('client.coachId', '=', id)
    .orderBy(sql`${clientName} collate "und-x-icu"`)
    .orderBy('client.id')
    .execute()
  return { ...coach, clients }
}

/** Holds the user as they are until the transaction ends; undefined when there is none. */
export const holdUser = (tx: Db, userId: string) =>
  tx
    .selectFrom('user')
    .select(sql<Role[]>`roles`.as('roles'))
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()

/**
 * Fills in the profile that came with the role, or makes one; answers its key. Undefined when the user has a profile
 * that was filled in already.
 */
export const fillCoach = (tx: Db, { id, ...profile }: Insertable<CoachTable>) =>
  tx
    .insertInto('coach')
    .values({ id, ...profile })
    .onConflict((it) => it.column('userId').doUpdateSet(profile).where(isBlankCoach))
    .returning('coach.id')
    .executeTakeFirst()

/** False where there is no such coach, or one with another version by now. */
export async function changeCoach(
  tx: Db,
  { id, version }: RowRead,
  values: Updateable<CoachTable>,
) {
  const { numUpdatedRows } = await tx
    .updateTable('coach')
    .set(values)
    .where('id', '=', id)
    .where(isVersion(version))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** In one statement, however many they are; answers how many had another status. */
export async function changeStatus(
  tx: Db,
  wanted: CoachStatus,
  which:
    | { ids: readonly string[] }
    | { matching: CoachFilter; except?: readonly string[] | undefined },
) {
  const { numUpdatedRows } = await tx
    .updateTable('coach')
    .set({ status: wanted })
    .where('status', '<>', wanted)
    .where((eb) =>
      'ids' in which
        ? eb('id', 'in', which.ids)
        : eb.and([
            eb('id', 'in', matching(tx, which.matching).select('coach.id')),
            ...(which.except?.length ? [eb('id', 'not in', which.except)] : []),
          ]),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
