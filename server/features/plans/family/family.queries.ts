import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { matchesVersion, wasUpdated, type VersionedRow } from '../../../platform/db/row-version.ts'

/** What a plan comes to hold, also where it was taken back since. */
const planTables = [
  ...[
    'session',
    'assignment',
    'questionnaire',
    'safety_mark',
    'analysis_refusal',
    'client_risk_level',
  ],
  ...['metric_value', 'metric_value_past', 'burnout_assessment', 'burnout_assessment_past'],
]

/** A family member in whose plan nothing has been planned, noted or answered. */
export const isUnusedMember = sql<boolean>`(client.guardian_id is not null and not exists (${sql.join(
  planTables.map(
    (table) => sql`select from ${sql.table(table)} as it where it.client_id = client.id`,
  ),
  sql` union all `,
)}))`

/** Holds the coach of the client that the user is until the transaction ends: before the client. */
export const lockOwnCoach = (tx: Db, userId: string) =>
  tx
    .selectFrom('coach')
    .innerJoin('client', 'client.coachId', 'coach.id')
    .select('coach.id')
    .where('client.userId', '=', userId)
    .forShare('coach')
    .executeTakeFirst()

/** Holds the client that the user is until the transaction ends; undefined where the user follows no plan. */
export const lockOwnClient = (tx: Db, userId: string) =>
  tx
    .selectFrom('client')
    .select(['id', 'coachId'])
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()

export async function countFamilyMembers(db: Db, guardianId: string) {
  const { count } = await db
    .selectFrom('client')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('guardianId', '=', guardianId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertFamilyMember = (
  tx: Db,
  values: {
    id: string
    guardianId: string
    coachId: string | null
    firstName: string
    lastName: string
    familyRelation: string
  },
) => tx.insertInto('client').values(values).execute()

/** Holds a family member of that client until the transaction ends; undefined for anybody else. */
export const lockMember = (tx: Db, guardianId: string, id: string) =>
  tx
    .selectFrom('client')
    .select(['firstName', 'lastName', 'familyRelation'])
    .where('id', '=', id)
    .where('guardianId', '=', guardianId)
    .forUpdate()
    .executeTakeFirst()

type Names = { firstName?: string; lastName?: string; familyRelation?: string }

/** Whether the row was as it was read. */
export const changeMember = (tx: Db, read: VersionedRow, names: Names) =>
  wasUpdated(tx.updateTable('client').set(names).where(matchesVersion(read, names)))

/** Whether it was unused; whoever is about to put something into the plan is waited for. */
export async function removeUnusedMember(tx: Db, id: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('client')
    .where('id', '=', id)
    .where(isUnusedMember)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
