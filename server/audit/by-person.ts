import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Db, plannedAnew } from '../db/db.ts'
import type { Narrowing, OfEach } from '../lists/list.ts'
import { all, idsFound, leadOf, matching, waysToIds } from '../lists/search.ts'
import { estimateOf, readTally } from '../lists/tally.ts'
import { wordsOf } from '../lists/typed-words.ts'

/** How many people are met in which way. */
type Sizes = {
  few: number
  share: number
  many: number
  surelyMore: number
  remembered: number
  begun: number
}
const usual: Sizes = {
  /** The entries of each are looked up. */
  few: 200,
  /** Those of more too, unless they are so much of everybody that one meets them soon when one goes along the log. */
  share: 0.05,
  /** Of still more one goes along it in any case, as to look up those of each takes longer. */
  many: 2000,
  /** Where the planner expects so many, they are not counted. */
  surelyMore: 10_000,
  /** Remembered meanwhile, as far as the planner knows; of more, so few entries are passed by that the words of each one's person are looked at. */
  remembered: 20_000,
  /** The same of one or two letters, with which several words of a person may begin: so many are fewer people. */
  begun: 30_000,
}

/** Entries of people of that name: of who acted, or of the administrator behind. */
export async function byPerson(name: string, db: Db, sizes = usual): Promise<Narrowing> {
  const words = await wordsOf(db, name)
  if (!words.length) return sql`true`
  const led = await leadOf(db, 'user', words)
  const people = sql`select id from "user" where ${all(matching('user', words, led))}`
  const [expected, everybody] = await Promise.all([estimateOf(db, people), readTally(db, 'user')])
  const share = Math.floor(everybody.number * sizes.share)
  const most = Math.min(sizes.many, Math.max(sizes.few, share))
  // Of several words nobody can tell how often they come together.
  const isUnsure = !led || led.others.length > 0
  if (isUnsure || expected <= sizes.surelyMore) {
    const found = idsFound('user', words, led, { isByName: true, most: most + 1 })
    const { number, ids } = await upTo(found)
    if (!number) return sql`false`
    if (number <= most) return { apart: columns.map((column) => ofThese(ids, column)) }
    // How many entries one passes by is not known either: some people say sooner that there are more than are counted.
    if (isUnsure) return { ...metAlong(), some: ofThese(ids, columns[0]) }
  }
  return metAlong()

  /** Up to one more than have their entries looked up, some of them counted twice. */
  async function upTo(found: RawBuilder<unknown>) {
    const { rows } = await sql<{ number: number; ids: string[] | null }>`${plannedAnew}
      select count(*) as number,
        case when ${isUnsure} or count(*) <= ${most} then array_agg(distinct id) end as ids
      from (${found}) as found`.execute(db)
    return { number: rows[0]?.number ?? 0, ids: rows[0]?.ids ?? [] }
  }
  function metAlong() {
    // "is true" keeps them a set: the planner would look for each entry's person among the words of that person.
    const how = expected > (led?.known ? sizes.remembered : sizes.begun) ? sql`` : sql`is true`
    return {
      apart: waysToIds('user', words, led, { isByName: true }).flatMap((way) =>
        columns.map((id) => sql<SqlBool>`${id} is not null and (${id} in (${way})) ${how}`),
      ),
      inNoOrder: columns.map((id) => sql<SqlBool>`${id} in (${people})`),
    }
  }
}

const ofThese = (ids: string[], column: RawBuilder<unknown>): OfEach => ({
  each: sql`select unnest(${ids}::uuid[]) as id`,
  where: sql`${column} = each.id`,
})

const columns = [sql`audit_entry.user_id`, sql`audit_entry.original_user_id`] as const
