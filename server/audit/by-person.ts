import { sql, type SqlBool } from 'kysely'
import { type Db, plannedAnew } from '../db/db.ts'
import type { Narrowing } from '../lists/list.ts'
import { all, idsFound, leadOf, matching, waysToIds } from '../lists/search.ts'
import { estimateOf } from '../lists/tally.ts'
import { wordsOf } from '../lists/typed-words.ts'

/** Up to how many people are met in which way. */
type Sizes = { few: number; many: number; surelyMore: number; remembered: number }
const usual: Sizes = {
  /** Gone through one by one in the indexes. */
  few: 8,
  /** Their entries are looked up; of more, so much of the log is theirs that one meets them when one goes along it. */
  many: 2000,
  /** Where the planner expects so many, they are not counted. */
  surelyMore: 10_000,
  /** Remembered meanwhile, as far as the planner knows; of more, so few entries are passed by that the person of each is looked at. */
  remembered: 26_000,
}

/** Entries of people of that name: of who acted, or of the administrator behind. */
export async function byPerson(name: string, db: Db, sizes = usual): Promise<Narrowing> {
  const words = await wordsOf(db, name)
  if (!words.length) return sql`true`
  const led = await leadOf(db, 'user', words)
  const found = (most?: number) =>
    idsFound('user', words, led, { isByName: true, ...(most && { most }) })
  const people = sql`select id from "user" where ${all(matching('user', words, led))}`
  const expected = await estimateOf(db, people)
  // Of several words nobody can tell how often they come together.
  const areCounted = expected <= sizes.surelyMore || !led || led.others.length > 0
  if (areCounted) {
    const { rows } = await sql<{ number: number; first: string[] | null }>`${plannedAnew}
      select count(*) as number, (array_agg(distinct id))[1:${sql.lit(sizes.few + 1)}] as first
      from (${found(sizes.many + 1)}) as found`.execute(db)
    const { number, first } = rows[0] ?? { number: 0, first: null }
    if (!first) return sql`false`
    if (number <= sizes.many)
      return { apart: first.length > sizes.few ? lookedUp() : oneByOne(first) }
  }
  return {
    // "is true" keeps them a set: the planner would look for each entry's person among the words of that person.
    apart: metAlong(expected > sizes.remembered ? sql`` : sql`is true`),
    inNoOrder: columns.map((id) => sql<SqlBool>`${id} in (${people})`),
  }

  function oneByOne(ids: string[]) {
    return ids.flatMap((one) => columns.map((id) => sql<SqlBool>`${id} = ${one}`))
  }
  function lookedUp() {
    return columns.map((id) => sql<SqlBool>`${id} = any(array(${found()}))`)
  }
  function metAlong(how = sql``) {
    return waysToIds('user', words, led, { isByName: true }).flatMap((way) =>
      columns.map((id) => sql<SqlBool>`${id} is not null and (${id} in (${way})) ${how}`),
    )
  }
}

const columns = [sql`audit_entry.user_id`, sql`audit_entry.original_user_id`]
