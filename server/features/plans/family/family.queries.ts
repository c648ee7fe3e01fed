import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { matchesVersion, wasUpdated, type VersionedRow } from '../../../platform/db/row-version.ts'

/** Tables whose rows make a plan non-empty, including history. */
const planTables = [
  ...['session', 'assignment', 'questionnaire', 'safety_mark', 'client_risk_level'],
  ...['metric_value', 'metric_value_history', 'burnout_assessment', 'burnout_assessment_history'],
]

/** A family member with an empty plan. */
export const isUnusedMember = sql<boolean>`(client.guardian_id is not null and not exists (${sql.join(
  planTables.map(
    (table) => sql`select from ${sql.table(table)} as it where it.client_id = client.id`,
  ),
  sql` union all `,
)}))`

/** Locks the coach of the user's client; lock it before the client. */
export const lockOwnCoach = (tx: Db, userId: string) =>
  tx
    .selectFrom('coach')
    .innerJoin('client', 'client.coachId', 'coach.id')
    .select('coach.id')
    .where('client.userId', '=', userId)
    .forShare('coach')
    .executeTakeFirst()

/** Locks the user's client; undefined if there is none. */
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

/** Undefined if it is not a family member of this guardian. */
export const lockMember = (tx: Db, guardianId: string, id: string) =>
  tx
    .selectFrom('client')
    .select(['firstName', 'lastName', 'familyRelation'])
    .where('id', '=', id)
    .where('guardianId', '=', guardianId)
    .forUpdate()
    .executeTakeFirst()

type Names = { firstName?: string; lastName?: string; familyRelation?: string }

/** False if the version has changed. */
export const changeMember = (tx: Db, read: VersionedRow, names: Names) =>
  wasUpdated(tx.updateTable('client').set(names).where(matchesVersion(read, names)))

/** Returns whether it was unused; waits for concurrent inserts into the plan. */
export async function removeUnusedMember(tx: Db, id: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('client')
    .where('id', '=', id)
    .where(isUnusedMember)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
