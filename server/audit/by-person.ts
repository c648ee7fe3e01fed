import { sql, type SqlBool } from 'kysely'
import { type Db, plannedAnew } from '../db/db.ts'
import type { Narrowing } from '../lists/list.ts'
import { idsFound, leadOf, waysToIds, wordsOf } from '../lists/search.ts'

/** Up to how many people are met in which way. */
type Sizes = { few: number; many: number; remembered: number }
const usual: Sizes = {
  /** Gone through one by one in the indexes. */
  few: 8,
  /** Their entries are looked up; of more, so much of the log is theirs that one meets them when one goes along it. */
  many: 2000,
  /** Remembered meanwhile; of more, so few entries are passed by that the person of each is looked at. */
  remembered: 20_000,
}

/** Entries of people of that name: of who acted, or of the administrator behind. */
export async function byPerson(name: string, db: Db, sizes = usual): Promise<Narrowing> {
  const words = await wordsOf(db, name)
  if (!words.length) return sql`true`
  const led = await leadOf(db, 'user', words)
  const found = (most?: number) =>
    idsFound('user', words, led, { isByName: true, ...(most && { most }) })
  const { rows } = await sql<{ number: number; first: string[] | null }>`${plannedAnew}
    select count(*) as number, (array_agg(distinct id))[1:${sql.lit(sizes.few + 1)}] as first
    from (${found(sizes.many + 1)}) as found`.execute(db)
  const { number, first } = rows[0] ?? { number: 0, first: null }
  if (!first) return sql`false`
  if (number <= sizes.many)
    return { apart: first.length > sizes.few ? lookedUp() : oneByOne(first) }
  const met = metAlong()
  const { rows: beyond } = await sql`${plannedAnew}
    select from (${found(sizes.remembered + 1)}) as found
    offset ${sql.lit(sizes.remembered)} limit 1`.execute(db)
  // "is true" keeps them a set: the planner would look for each entry's person among the words of that person.
  return beyond.length ? { apart: met } : { apart: metAlong(sql`is true`), inNoOrder: met }

  function oneByOne(people: string[]) {
    return people.flatMap((one) => columns.map((id) => sql<SqlBool>`${id} = ${one}`))
  }
  function lookedUp() {
    return columns.map((id) => sql<SqlBool>`${id} = any(array(${found()}))`)
  }
  function metAlong(how = sql``) {
    return waysToIds('user', words, led, { isByName: true }).flatMap((people) =>
      columns.map((id) => sql<SqlBool>`${id} is not null and (${id} in (${people})) ${how}`),
    )
  }
}

const columns = [sql`audit_entry.user_id`, sql`audit_entry.original_user_id`]
