import { sql, type SqlBool } from 'kysely'
import { coachProfile } from '#contract/coaches/coaches.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'

/** A profile that came with the role and was not filled in: only the status is set. */
export const isBlankCoach = sql<SqlBool>`(${sql.join(
  Object.keys(coachProfile.omit({ status: true }).shape).map(
    (field) => sql`${sql.ref(`coach.${field}`)} is null`,
  ),
  sql` and `,
)})`

/** Creates a blank profile unless the user has one. */
export const ensureCoach = (tx: Db, userId: string) =>
  tx
    .insertInto('coach')
    .values({ id: newId(), userId })
    .onConflict((it) => it.column('userId').doNothing())
    .execute()
