import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Db, plannedAnew } from '../db/db.ts'
import type { Narrowing } from '../lists/list.ts'
import { idsFound, leadOf, waysToIds, wordsOf } from '../lists/search.ts'

/** So few people are gone through one by one in the indexes. */
const fewPeople = 8
/** The entries of so many are looked up; of more, so much of the log is theirs that one meets them when one goes along it. */
const manyPeople = 2000

/** Entries of people of that name: of who acted, or of the administrator behind. */
export async function byPerson(name: string, db: Db): Promise<Narrowing> {
  const words = await wordsOf(db, name)
  if (!words.length) return sql`true`
  const led = await leadOf(db, 'user', words)
  const { rows } = await sql<{ number: number; first: string[] | null }>`${plannedAnew}
    select count(*) as number, (array_agg(distinct id))[1:${sql.lit(fewPeople + 1)}] as first
    from (${idsFound('user', words, led, manyPeople + 1)}) as found`.execute(db)
  const { number, first } = rows[0] ?? { number: 0, first: null }
  if (!first) return sql`false`
  if (number > manyPeople) {
    const ways = waysToIds('user', words, led)
    return { apart: columns.flatMap((id) => ways.map((way) => isAmong(id, way))) }
  }
  if (first.length > fewPeople)
    return { apart: columns.map((id) => sql`${id} = any(array(${idsFound('user', words, led)}))`) }
  return { apart: first.flatMap((one) => columns.map((id) => sql<SqlBool>`${id} = ${one}`)) }
}

const columns = [sql`audit_entry.user_id`, sql`audit_entry.original_user_id`]

const isAmong = (id: RawBuilder<unknown>, people: RawBuilder<unknown>) =>
  sql<SqlBool>`${id} is not null and ${id} in (${people})`
