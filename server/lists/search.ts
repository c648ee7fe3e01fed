import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../db/db.ts'

/** Tables whose rows are found by what is typed: each has a table of words beside it (migration 0020). */
export type Searched = 'user' | 'coach' | 'client' | 'organization'

/** A word that was typed, and what it consists of: runs of letters and digits, and other signs. Without capitals and accents. */
export type Word = { whole: string; parts: string[] }

/** More words than these hardly narrow a search. */
const mostWords = 6
/** Shorter ones are found where a word begins, longer ones anywhere in it. */
const leastInside = 3

/** The words of a search; none where nothing is searched for. */
export async function wordsOf(db: Db, q = ''): Promise<Word[]> {
  const typed = q.split(/\s+/).filter(Boolean).slice(0, mostWords)
  if (!typed.length) return []
  const { rows } = await sql<Word>`
    select plain_text(typed) as whole, words_of(plain_text(typed)) as parts
    from unnest(${typed}::text[]) with ordinality as it (typed, position) order by position`.execute(
    db,
  )
  return rows.filter(({ whole }) => whole)
}

/** The longest part leads to the rows; what else was typed is looked for in these. */
export function lead(words: readonly Word[]) {
  const [part] = words.flatMap(({ parts }) => parts).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  if (part === undefined) return undefined
  const led = words.findIndex(({ whole }) => whole === part)
  return { part, others: words.filter((_, index) => index !== led) }
}

/** Words, of `w`, that begin with it: by the index that stands in the order of the list, or by the one of words. */
export function beginsWith(part: string): RawBuilder<SqlBool> {
  const letters = Array.from(part)
  if (letters.length === 1) return sql`left(w.word, 1) = ${part}`
  const begins = sql<SqlBool>`left(w.word, 2) = ${letters.slice(0, 2).join('')}`
  return letters.length === 2 ? begins : sql`${begins} and w.word like ${`${asPattern(part)}%`}`
}

/** Rows of the table that hold it in the middle of a word; undefined where it is too short for that. */
export const isInside = (table: Searched, part: string) =>
  sizeOf(part) < leastInside
    ? undefined
    : sql<SqlBool>`${sql.ref(`${table}.searchRest`)} like ${`%${asPattern(part)}%`}`

/** The same for one row that is at hand: whether it holds all of the words. */
export const holds = (table: Searched, words: readonly Word[]) =>
  words.map(({ whole, parts: [first] }) =>
    sizeOf(whole) < leastInside && whole === first
      ? sql<SqlBool>`exists (select from unnest(${sql.ref(`${table}.searchWords`)}) as it (word)
          where it.word like ${`${asPattern(whole)}%`})`
      : sql<SqlBool>`${sql.ref(`${table}.searchText`)} like ${`%${asPattern(whole)}%`}`,
  )

/** The ids of the rows that hold all of the words, in no order. */
export function idsFound(table: Searched, words: readonly Word[]): RawBuilder<unknown> {
  const led = lead(words)
  const rows = sql.table(table)
  const id = sql.ref(`${table}.id`)
  const all = (conditions: RawBuilder<SqlBool>[]) => sql.join(conditions, sql` and `)
  if (!led) return sql`select ${id} from ${rows} where ${all([sql`true`, ...holds(table, words)])}`
  const others = holds(table, led.others)
  const inside = isInside(table, led.part)
  const byBeginning = sql`select w.id from ${wordsIn(table)} as w
    ${others.length ? sql`join ${rows} on ${id} = w.id` : sql``} where ${all([beginsWith(led.part), ...others])}`
  return inside
    ? sql`${byBeginning} union select ${id} from ${rows} where ${all([inside, ...others])}`
    : sql`select distinct w.id from (${byBeginning}) as w`
}

/** The table of words beside a table. */
export const wordsIn = (table: Searched) => sql.table(`${table}Word`)

/** Characters, as the database counts them. */
const sizeOf = (text: string) => Array.from(text).length
const asPattern = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
