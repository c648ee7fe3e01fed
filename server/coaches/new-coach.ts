import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/db.ts'
import { newId } from '../ids.ts'

/** A profile that came with the role and that nobody has filled in. */
export const isBlankCoach = sql<SqlBool>`(
  coach.bio is null and coach.experienced_since is null and coach.city is null and coach.country is null
)`

/** Gives a user who became a coach a profile to be filled in; one who had the role before keeps theirs. */
export const ensureCoach = (tx: Db, userId: string) =>
  tx
    .insertInto('coach')
    .values({ id: newId(), userId })
    .onConflict((it) => it.column('userId').doNothing())
    .execute()
