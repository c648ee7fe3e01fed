import { sql } from 'kysely'
import { type Db, plannedAnew } from '../db/db.ts'
import type { Narrowing } from '../lists/list.ts'
import { holds, idsFound, wordsOf } from '../lists/search.ts'

/** So few people are gone through one by one in the indexes. */
const fewPeople = 8
/** The entries of so many are looked up; of more, most of the log is theirs anyway. */
const manyPeople = 500

/** Entries of people of that name: of who acted, or of the administrator behind. */
export async function byPerson(name: string, db: Db): Promise<Narrowing> {
  const words = await wordsOf(db, name)
  const found = await sql<{ id: string }>`${plannedAnew}
    select id from (${idsFound('user', words)}) as found (id) limit ${manyPeople + 1}`.execute(db)
  const ids = found.rows.map(({ id }) => id)
  if (ids.length > manyPeople)
    return sql`exists (select from "user"
      where "user".id in (audit_entry.user_id, audit_entry.original_user_id)
        and ${sql.join(holds('user', words), sql` and `)})`
  if (ids.length > fewPeople)
    return {
      apart: [
        sql`audit_entry.user_id = any(${ids}::uuid[])`,
        sql`audit_entry.original_user_id = any(${ids}::uuid[])`,
      ],
    }
  return {
    apart: ids.length
      ? ids.flatMap((id) => [
          sql`audit_entry.user_id = ${id}`,
          sql`audit_entry.original_user_id = ${id}`,
        ])
      : [sql`false`],
  }
}
