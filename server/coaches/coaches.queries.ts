import { type Insertable, sql, type SqlBool, type Updateable } from 'kysely'
import { riskLevel } from '#contract/clients.ts'
import type { CoachDetail, CoachStatus, listCoaches, setCoachStatus } from '#contract/coaches.ts'
import type { Received } from '#contract/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { mayReadCoach } from '../access.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import type { Coach as CoachTable } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import type { Actor } from '../http/mount.ts'
import { among, type Ids, type List } from '../lists/list.ts'
import { idsOf } from '../lists/read-list.ts'
import { tallied } from '../lists/tally.ts'
import { isBlankCoach } from './new-coach.ts'
import { isAsRead, isKept, type RowRead } from '../db/row-version.ts'

/** Of the whole list only: it costs a small index read for each. */
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

const coachRowsOfPage = (db: Db) =>
  coaches(db)
    .select(columns)
    .select([status, tallied('caseload', sql`coach.id::text`).as('patientCount')])

const coachRows = (db: Db) => coachRowsOfPage(db).select(assignedPatients.as('assignedPatients'))

const rowsOfPage = prepared((db, ids: Ids) => coachRowsOfPage(db).where(among('coach.id', ids)))
const rowsOfWhole = prepared((db, ids: Ids) => coachRows(db).where(among('coach.id', ids)))

export const coachList: List<typeof listCoaches> = {
  table: 'coach',
  sorts: {
    name: { by: sql`coach.name`, value: 'text' },
    experience: { by: sql`coach.experienced_since`, value: 'integer', isNullable: true },
    created: { by: sql`coach.created_at`, value: 'instant' },
  },
  usual: 'name',
  filters: {
    status: (it) => sql`coach.status = ${it}`,
    country: (it) => sql`coach.country = ${it}`,
    city: (it) => sql`coach.city = ${it}`,
  },
  tally: { all: 'coach', status: 'coach-status', country: 'coach-country', city: 'coach-city' },
  rows: (db, ids, isWhole) => (isWhole ? rowsOfWhole : rowsOfPage)(db, ids),
}

export const coachRow = (db: Db, id: string) =>
  coachRowsOfPage(db).where('coach.id', '=', id).executeTakeFirstOrThrow(notFound('coach'))

/** With the ids of the clients. */
export const wholeCoachRow = (db: Db, id: string) =>
  coachRows(db).where('coach.id', '=', id).executeTakeFirstOrThrow(notFound('coach'))

/** Counted in one walk through the clients of the coach, however many they are. */
const caseload = sql<CoachDetail['caseload']>`(
  select jsonb_build_object(
    'risks', jsonb_build_object(${sql.join(
      riskLevel.options.map(
        (it, index) =>
          sql`${sql.lit(it)}, count(*) filter (where client.risk = ${sql.lit(index + 1)})`,
      ),
    )}),
    'notAssessed', count(*) filter (where client.risk is null),
    'openSessions', coalesce(sum(client.open_sessions), 0)
  ) from client where client.coach_id = coach.id
)`

/** A profile with the caseload. Throws not-found where the actor may not read it. */
export const coachDetailOf = (db: Db, actor: Actor, id: string) =>
  coachRowsOfPage(db)
    .select(caseload.as('caseload'))
    .where('coach.id', '=', id)
    .where((eb) => mayReadCoach(actor)(eb as never))
    .executeTakeFirstOrThrow(notFound('coach'))

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
export const changeCoach = (tx: Db, read: RowRead, values: Updateable<CoachTable>) =>
  isKept(tx.updateTable('coach').set(values).where(isAsRead(read, values)))

/** In one statement, however many they are; answers how many had another status. */
export async function changeStatus(
  tx: Db,
  wanted: CoachStatus,
  which: Received<typeof setCoachStatus>['body']['coaches'],
) {
  const chosen =
    'ids' in which
      ? among('coach.id', sql`${which.ids}`)
      : sql<SqlBool>`coach.id in (${await idsOf(tx, coachList, which.matching)})
          and coach.id <> all(${which.except ?? []}::uuid[])`
  const { numUpdatedRows } = await tx
    .updateTable('coach')
    .set({ status: wanted })
    .where('status', '<>', wanted)
    .where(chosen)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
