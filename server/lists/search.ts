import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Db, plannedAnew } from '../db/db.ts'

/** Tables whose rows are found by what is typed: each has a table of words beside it (migrations 0020 and 0096). */
export const searched = ['user', 'coach', 'client', 'organization'] as const
export type Searched = (typeof searched)[number]

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

/**
 * What leads to the rows of a search, and what else these are to hold. `known`: the words of the list that hold the part,
 * where these are few; `areRare` where none of them has many rows.
 */
export type Lead = {
  part: string
  others: Word[]
  known: { words: string[]; areRare: boolean } | undefined
}

/** So much of a part leads to rows, as longer words are known in pieces (migration 0096). */
const mostLed = 50

/** The longest part leads to the rows; what else was typed is looked for in these. */
export async function leadOf(
  db: Db,
  table: Searched,
  words: readonly Word[],
): Promise<Lead | undefined> {
  const [longest] = words.flatMap(({ parts }) => parts).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  if (longest === undefined) return undefined
  const part = beginningOf(longest, mostLed)
  const led = words.findIndex(({ whole }) => whole === part)
  const others = words.filter((_, index) => index !== led)
  const known = sizeOf(part) < leastInside ? undefined : await knownWords(db, table, part)
  return { part, others, known }
}

/** Rows of so many words are put together in the order of the list; where more hold a part, that order is gone along. */
const mostKnown = 64
/** Words with fewer rows than these, as most numbers are, are read whole: to plan a way along each would take longer. */
const leastCommon = 20

/** The words of a list that hold it (migration 0096), unless they are too many. */
async function knownWords(db: Db, table: Searched, part: string): Promise<Lead['known']> {
  // Found before they are counted off: else the planner goes along all words in the hope of meeting so many soon.
  const { rows } = await sql<{ word: string; isRare: boolean }>`${plannedAnew}
    with found as materialized (
      select word from ${sql.table(`${table}KnownWord`)}
      where word like ${holding(part)} and mixes_digits = mixes_digits(${part})
    )
    select word, not exists (
      select from ${sql.table(`${table}Word`)} as w where w.word = found.word offset ${leastCommon - 1}
    ) as is_rare
    from found limit ${mostKnown + 1}`.execute(db)
  if (rows.length > mostKnown) return undefined
  return { words: rows.map(({ word }) => word), areRare: rows.every(({ isRare }) => isRare) }
}

/** Which way the names are gone along. */
export type Way = 'up' | 'down'

/** Words, as `w`, that lead to rows in the order of their names. */
export function alongWords(table: Searched, { part, known }: Lead, way: Way) {
  const words = sql.table(`${table}Word`)
  if (!known) return sql`(select name, id from ${words} as w where ${beginsInOrder(part)}) as w`
  if (known.areRare)
    return sql`(select name, id from ${words} where word = any(${known.words})) as w`
  // In order each of them, so that they are put together as they come, and no further than is asked for.
  const order = way === 'up' ? sql`name, id` : sql`name desc, id desc`
  const each = known.words.map(
    (word) => sql`(select name, id from ${words} where word = ${word} order by ${order})`,
  )
  return sql`(${sql.join(each, sql` union all `)}) as w`
}

/** So many first letters of words stand in indexes that are in the order of the list. */
const mostIndexed = 3

// The number of letters stands in the text, as in the index.
const firstLetters = (part: string) =>
  sql<SqlBool>`left(w.word, ${sql.lit(sizeOf(part))}) = ${part}`

/**
 * Words that begin with it, by the index of the first letters. The planner would take two conditions on one word for a
 * much rarer word and sort all that begin with it, so the second one is put in a way that no index knows.
 */
function beginsInOrder(part: string): RawBuilder<SqlBool> {
  if (sizeOf(part) <= mostIndexed) return firstLetters(part)
  return sql`${firstLetters(beginningOf(part, mostIndexed))} and ${firstLetters(part)}`
}

/** The same in no order. */
const begins = (part: string) =>
  sizeOf(part) <= mostIndexed
    ? firstLetters(part)
    : sql<SqlBool>`w.word like ${`${asPattern(part)}%`}`

/** Where a table holds what is not the beginning of a word; what has an index of its own is gone through apart. */
const middles: Record<Searched, readonly string[]> = {
  user: ['searchRest'],
  coach: ['searchRest'],
  client: ['searchRest'],
  organization: ['searchRest', 'searchDetails'],
}

/** Rows of the table that hold it in the middle of a word, each way to them; none where the words lead to these too. */
export const isInside = (table: Searched, { part, known }: Lead) =>
  known || sizeOf(part) < leastInside
    ? []
    : middles[table].map(
        (column) => sql<SqlBool>`${sql.ref(`${table}.${column}`)} like ${holding(part)}`,
      )

/** The same for one row that is at hand: whether it holds all of the words. */
export const holds = (table: Searched, words: readonly Word[]) =>
  words.map(({ whole, parts: [first] }) =>
    sizeOf(whole) < leastInside && whole === first
      ? sql<SqlBool>`exists (select from unnest(${sql.ref(`${table}.searchWords`)}) as it (word)
          where it.word like ${`${asPattern(whole)}%`})`
      : sql<SqlBool>`${sql.ref(`${table}.searchText`)} like ${holding(whole)}`,
  )

/**
 * The same for a row of which a word, as `w`, is at hand with the row's name: mostly the name holds what was typed, and only
 * where it does not the row is looked at.
 */
export const holdsByName = (table: Searched, words: readonly Word[]) =>
  words.map((word) => {
    const inRow = sql<SqlBool>`exists (select from ${sql.table(table)}
      where ${sql.ref(`${table}.id`)} = w.id and ${all(holds(table, [word]))})`
    if (sizeOf(word.whole) < leastInside) return inRow
    return sql<SqlBool>`(lower(w.name collate "C") like ${holding(word.whole)} or ${inRow})`
  })

/**
 * The ids of the rows that hold all of the words, in no order, some of them twice: one statement for each way to find
 * them, and `most` of each where it is given. `isByName`: rows are looked at only where their name does not say enough,
 * which is quicker, but hides from the planner how many there will be.
 */
export function waysToIds(
  table: Searched,
  words: readonly Word[],
  led: Lead | undefined,
  { most, isByName = false }: { most?: number; isByName?: boolean } = {},
): RawBuilder<unknown>[] {
  const rows = sql.table(table)
  const id = sql.ref(`${table}.id`)
  const limit = most === undefined ? sql`` : sql`limit ${most}`
  if (!led) return [sql`select ${id} as id from ${rows} where ${all(holds(table, words))} ${limit}`]
  const others = holds(table, led.others)
  const isByRow = !isByName && others.length > 0
  const join = isByRow ? sql`join ${rows} on ${id} = w.id` : sql``
  const ofWord = isByName ? holdsByName(table, led.others) : others
  const isLed = led.known ? sql<SqlBool>`w.word = any(${led.known.words})` : begins(led.part)
  return [
    sql`select w.id as id from ${sql.table(`${table}Word`)} as w ${join}
      where ${all([isLed, ...ofWord])} ${limit}`,
    ...isInside(table, led).map(
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

/** Characters, as the database counts them. */
const sizeOf = (text: string) => Array.from(text).length
const beginningOf = (text: string, most: number) => Array.from(text).slice(0, most).join('')
const holding = (text: string) => `%${asPattern(text)}%`
const asPattern = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
