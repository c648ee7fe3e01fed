import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Db, plannedAnew } from '../db/db.ts'

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
  const words = rows.filter(({ whole }) => whole)
  // Where nothing is left but accents, they are looked for as they are: nobody bears them, and everybody would be found.
  return words.length ? words : typed.map((it) => ({ whole: it, parts: [it] }))
}

/** What leads to the rows of a search, and what else these are to hold. `isRare`: few words begin with it. */
export type Lead = { part: string; others: Word[]; isRare: boolean }

/** So few words are put in the order of the list when they are found; of more, the order is gone along. */
const fewWords = 1000

/** The longest part leads to the rows; what else was typed is looked for in these. */
export async function leadOf(
  db: Db,
  table: Searched,
  words: readonly Word[],
): Promise<Lead | undefined> {
  const [part] = words.flatMap(({ parts }) => parts).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  if (part === undefined) return undefined
  const led = words.findIndex(({ whole }) => whole === part)
  const others = words.filter((_, index) => index !== led)
  if (sizeOf(part) <= mostIndexed) return { part, others, isRare: false }
  const { rows } = await sql<{ number: number }>`${plannedAnew}
    select count(*) as number from (
      select from ${wordsIn(table)} as w where ${beginsWith(part)} limit ${fewWords + 1}
    ) as begins`.execute(db)
  return { part, others, isRare: (rows[0]?.number ?? 0) <= fewWords }
}

/** So many first letters of words stand in indexes that are in the order of the list. */
const mostIndexed = 3

/** Words, of `w`, that begin with it. */
const beginsWith = (part: string) =>
  sizeOf(part) <= mostIndexed
    ? firstLetters(part)
    : sql<SqlBool>`w.word like ${`${asPattern(part)}%`}`

// The number of letters stands in the text, as in the index.
const firstLetters = (part: string) =>
  sql<SqlBool>`left(w.word, ${sql.lit(sizeOf(part))}) = ${part}`

/**
 * The same in the order of the list, by the index of the first letters. The planner would take two conditions on one word
 * for a much rarer word and sort all that begin with it, so the second one is put in a way that no index knows.
 */
export function beginsInOrder({ part, isRare }: Lead): RawBuilder<SqlBool> {
  if (isRare || sizeOf(part) <= mostIndexed) return beginsWith(part)
  const start = Array.from(part).slice(0, mostIndexed).join('')
  return sql`${firstLetters(start)} and ${firstLetters(part)}`
}

/** Where a table holds what is not the beginning of a word; what has an index of its own is gone through apart. */
const middles: Record<Searched, readonly string[]> = {
  user: ['searchRest'],
  coach: ['searchRest'],
  client: ['searchRest'],
  organization: ['searchRest', 'searchDetails'],
}

/** Rows of the table that hold it in the middle of a word, each way to them; none where it is too short for that. */
export const isInside = (table: Searched, part: string) =>
  sizeOf(part) < leastInside
    ? []
    : middles[table].map(
        (column) => sql<SqlBool>`${sql.ref(`${table}.${column}`)} like ${`%${asPattern(part)}%`}`,
      )

/** The same for one row that is at hand: whether it holds all of the words. */
export const holds = (table: Searched, words: readonly Word[]) =>
  words.map(({ whole, parts: [first] }) =>
    sizeOf(whole) < leastInside && whole === first
      ? sql<SqlBool>`exists (select from unnest(${sql.ref(`${table}.searchWords`)}) as it (word)
          where it.word like ${`${asPattern(whole)}%`})`
      : sql<SqlBool>`${sql.ref(`${table}.searchText`)} like ${`%${asPattern(whole)}%`}`,
  )

/**
 * The ids of the rows that hold all of the words, in no order, some of them twice: one statement for each way to find
 * them, and `most` of each where it is given.
 */
export function waysToIds(
  table: Searched,
  words: readonly Word[],
  led: Lead | undefined,
  most?: number,
): RawBuilder<unknown>[] {
  const rows = sql.table(table)
  const id = sql.ref(`${table}.id`)
  const limit = most === undefined ? sql`` : sql`limit ${most}`
  if (!led) return [sql`select ${id} as id from ${rows} where ${all(holds(table, words))} ${limit}`]
  const others = holds(table, led.others)
  const join = others.length ? sql`join ${rows} on ${id} = w.id` : sql``
  return [
    sql`select w.id as id from ${wordsIn(table)} as w ${join}
      where ${all([beginsWith(led.part), ...others])} ${limit}`,
    ...isInside(table, led.part).map(
      (inside) => sql`select ${id} as id from ${rows} where ${all([inside, ...others])} ${limit}`,
    ),
  ]
}

/** The same in one statement. */
export const idsFound = (...asked: Parameters<typeof waysToIds>) =>
  sql.join(
    waysToIds(...asked).map((way) => sql`(${way})`),
    sql` union all `,
  )

/** All of the conditions. */
export const all = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`

/** The table of words beside a table. */
export const wordsIn = (table: Searched) => sql.table(`${table}Word`)

/** Characters, as the database counts them. */
const sizeOf = (text: string) => Array.from(text).length
const asPattern = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
