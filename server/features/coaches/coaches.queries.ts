import { type Insertable, sql, type SqlBool, type Updateable } from 'kysely'
import { riskLevel } from '#contract/clients/clients.ts'
import type {
  CoachDetail,
  CoachStatus,
  listCoaches,
  setCoachStatus,
} from '#contract/coaches/coaches.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import { mayReadCoach } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Coach as CoachTable } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { idIn, type List } from '../../platform/lists/list.ts'
import { selectedIds } from '../../platform/lists/selected-ids.ts'
import { isBlankCoach } from './new-coach.ts'
import { matchesVersion, wasUpdated, type VersionedRow } from '../../platform/db/row-version.ts'

/** Only for the whole list, not for pages. */
const assignedPatients = sql<string[]>`array(
  select client.id from client where client.coach_id = coach.id order by client.id
)`

const patientCount = sql<number>`(select count(*) from client where client.coach_id = coach.id)`

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
    .select([status, patientCount.as('patientCount')])

const coachRowsWithClients = (db: Db) =>
  coachRows(db).select(assignedPatients.as('assignedPatients'))

export const coachList: List<typeof listCoaches> = {
  table: 'coach',
  sorts: {
    name: { by: sql`coach.name`, value: 'text' },
    experience: { by: sql`coach.experienced_since`, value: 'integer', isNullable: true },
    created: { by: sql`coach.created_at`, value: 'instant' },
  },
  defaultSort: 'name',
  filters: {
    status: (it) => sql`coach.status = ${it}`,
    country: (it) => sql`coach.country = ${it}`,
    city: (it) => sql`coach.city = ${it}`,
  },
  rows: (db, ids, isWhole) =>
    (isWhole ? coachRowsWithClients(db) : coachRows(db)).where(idIn('coach.id', ids)).execute(),
}

export const getCoachRow = (db: Db, id: string) =>
  coachRows(db).where('coach.id', '=', id).executeTakeFirstOrThrow(notFound('coach'))

/** With the ids of the clients. */
export const getCoachRowWithClients = (db: Db, id: string) =>
  coachRowsWithClients(db).where('coach.id', '=', id).executeTakeFirstOrThrow(notFound('coach'))

/** One pass over the clients of the coach. */
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

/** A profile with the caseload. Throws not-found if the actor may not read it. */
export const getCoachDetail = (db: Db, actor: Actor, id: string) =>
  coachRows(db)
    .select(['coach.joinAddress', 'coach.place', caseload.as('caseload')])
    .where('coach.id', '=', id)
    .where((eb) => mayReadCoach(actor)(eb as never))
    .executeTakeFirstOrThrow(notFound('coach'))

const accountColumns = ['user.deactivatedAt', sql<Role[]>`"user".roles`.as('roles')] as const

export const lockUser = (tx: Db, userId: string) =>
  tx
    .selectFrom('user')
    .select(accountColumns)
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()

export const lockUserOfCoach = (tx: Db, coachId: string) =>
  coaches(tx)
    .select(accountColumns)
    .where('coach.id', '=', coachId)
    .forShare('user')
    .executeTakeFirst()

/** Locks coaches and their users. */
export const lockCoaches = (tx: Db, ids: readonly string[]) =>
  coaches(tx)
    .select(['coach.id', status, ...accountColumns])
    .where(idIn('coach.id', ids))
    .orderBy('coach.id')
    .forShare('user')
    .forNoKeyUpdate('coach')
    .execute()

/**
 * Fills in the blank profile that came with the role, or creates one; returns its id. Undefined if the user already has a
 * profile that is not blank.
 */
export const upsertProfile = (tx: Db, { id, ...profile }: Insertable<CoachTable>) =>
  tx
    .insertInto('coach')
    .values({ id, ...profile })
    .onConflict((it) => it.column('userId').doUpdateSet(profile).where(isBlankCoach))
    .returning('coach.id')
    .executeTakeFirst()

/** False if there is no such coach, or the version has changed. */
export const changeCoach = (tx: Db, read: VersionedRow, values: Updateable<CoachTable>) =>
  wasUpdated(tx.updateTable('coach').set(values).where(matchesVersion(read, values)))

type Chosen = ParsedInput<typeof setCoachStatus>['body']['coaches']

/** Selected coaches with another status, up to `most`. */
export const findChosenWithOtherStatus = (
  db: Db,
  chosen: Chosen,
  wanted: CoachStatus,
  most: number,
) => selectedIds(db, coachList, chosen, { isMeant: sql<SqlBool>`coach.status <> ${wanted}`, most })

export const updateStatus = (tx: Db, ids: readonly string[], wanted: CoachStatus) =>
  tx.updateTable('coach').set({ status: wanted }).where(idIn('coach.id', ids)).execute()
