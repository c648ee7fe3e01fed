import { sql, type SqlBool } from 'kysely'
import { all, containsWords } from '../lists/search.ts'

/** Entries of people of that name: of who acted, or of the administrator behind. */
export function byPerson(name: string) {
  const people = sql`(select id from "user" where ${all(containsWords('user', name))})`
  return sql<SqlBool>`(audit_entry.user_id in ${people} or audit_entry.original_user_id in ${people})`
}
