import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type Db, plannedAnew } from '../db/db.ts'
import { estimateOf } from './tally.ts'
import {
  beginningOf,
  beginningsOf,
  isLong,
  mostWords,
  sizeOf,
  textsOf,
  type Word,
} from './typed-words.ts'

/** Tables whose rows are found by what is typed: each has a table of words beside it (migrations 0020 and 0096). */
export const searched = ['user', 'coach', 'client', 'organization'] as const
export type Searched = (typeof searched)[number]

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

/** The longest part leads to the rows, of short ones the rarest; what else was typed is looked for in these. */
export async function leadOf(
  db: Db,
  table: Searched,
  words: readonly Word[],
): Promise<Lead | undefined> {
  const parts = words.flatMap((word) => word.parts).toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const [longest] = parts
  if (longest === undefined) return undefined
  if (isLong(longest)) {
    const part = beginningOf(longest, mostLed)
    const known = await knownWords(db, table, part, besideSigns(words, longest, part))
    return { part, others: without(words, part), known }
  }
  const part = parts.length > 1 ? await rarestOf(db, table, parts) : longest
  // What leads is not looked for once more, where it is a sign in a word either.
  const others = without(words, part).map((word) => ({
    ...word,
    parts: word.parts.filter((it) => it !== part),
  }))
  return { part, others, known: undefined }
}

const without = (words: readonly Word[], part: string) => words.filter((it) => it.whole !== part)

/** With which of them the fewest words begin, as far as the planner knows: with "a" a third of all, with "q" hardly any. */
async function rarestOf(db: Db, table: Searched, parts: readonly string[]) {
  const different = [...new Set(parts)].slice(0, mostWords)
  const expected = await Promise.all(
    different.map(async (part) => {
      const rows = sql`select from ${wordsIn(table)} as w where ${begins(part)}`
      return { part, number: await estimateOf(db, rows) }
    }),
  )
  return expected.reduce((rarest, it) => (it.number < rarest.number ? it : rarest)).part
}

/** Rows of so many words are put together in the order of the list; where more hold a part, that order is gone along. */
const mostKnown = 64
/** Words with fewer rows than these, as most numbers are, are read whole: to plan a way along each would take longer. */
const leastCommon = 20

/** A word of a row ends at a sign: what holds "o'bri" begins with "bri", as it is or among letters and digits (migration 0096). */
function besideSigns(words: readonly Word[], longest: string, part: string) {
  const whole = words.find(({ parts }) => parts.includes(longest))?.whole ?? longest
  const from = whole.indexOf(longest)
  const isEnded = part === longest && from + longest.length < whole.length
  return all([
    ...(from > 0
      ? [sql<SqlBool>`(word like ${`${asPattern(part)}%`} or word like ${` ${asPattern(part)}%`})`]
      : []),
    ...(isEnded ? [sql<SqlBool>`word like ${`%${asPattern(part)}`}`] : []),
  ])
}

/** The words of a list that hold it (migration 0096), unless they are too many. */
async function knownWords(
  db: Db,
  table: Searched,
  part: string,
  isBeside: RawBuilder<SqlBool>,
): Promise<Lead['known']> {
  // Found before they are counted off: else the planner goes along all words in the hope of meeting so many soon.
  const { rows } = await sql<{ word: string; isRare: boolean }>`${plannedAnew}
    with found as materialized (
      select word from ${sql.table(`${table}KnownWord`)}
      where word like ${holding(part)} and mixes_digits = mixes_digits(${part}) and ${isBeside}
    )
    select word, not exists (
      select from ${wordsIn(table)} as w where w.word = found.word offset ${leastCommon - 1}
    ) as is_rare
    from found limit ${mostKnown + 1}`.execute(db)
  if (rows.length > mostKnown) return undefined
  return { words: rows.map(({ word }) => word), areRare: rows.every(({ isRare }) => isRare) }
}

/** Which way the names are gone along. */
export type Way = 'up' | 'down'

/** Words, as `w`, that lead to rows in the order of their names. */
export function alongWords(table: Searched, { part, known }: Lead, way: Way) {
  const words = wordsIn(table)
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
const firstLetters = (part: string, word = sql`w.word`) =>
  sql<SqlBool>`left(${word}, ${sql.lit(sizeOf(part))}) = ${part}`

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
  known || !isLong(part)
    ? []
    : middles[table].map(
        (column) => sql<SqlBool>`${sql.ref(`${table}.${column}`)} like ${holding(part)}`,
      )

/** The same for one row that is at hand: whether it holds all of the words. */
export const holds = (table: Searched, words: readonly Word[]) =>
  words.flatMap((word) => [
    ...beginningsOf(word).map(
      (
        part,
      ) => sql<SqlBool>`exists (select from unnest(${sql.ref(`${table}.searchWords`)}) as it (word)
        where it.word like ${`${asPattern(part)}%`})`,
    ),
    ...textsOf(word).map((text) => inRow(table, text)),
  ])

const inRow = (table: Searched, text: string) =>
  sql<SqlBool>`${sql.ref(`${table}.searchText`)} like ${holding(text)}`

/**
 * The same, quicker: which rows have words that begin so, an index says in the order of the names. `known`: of the row a word
 * is at hand, as `w`, with its name, which mostly holds the rest, so that the row is looked at only where it does not; or the
 * row is, or both.
 */
export const holdsBeside = (
  table: Searched,
  words: readonly Word[],
  known: 'word' | 'row' | 'both',
) => {
  const id = known === 'row' ? sql.ref(`${table}.id`) : sql`w.id`
  const isOfRow = sql`other.id = ${id}${known === 'row' ? sql`` : sql` and other.name = w.name`}`
  return words.flatMap((word) => [
    ...beginningsOf(word).map(
      (part) => sql<SqlBool>`exists (select from ${wordsIn(table)} as other
        where ${firstLetters(part, sql`other.word`)} and ${isOfRow})`,
    ),
    ...textsOf(word).map((text) =>
      known === 'word'
        ? sql<SqlBool>`(lower(w.name collate "C") like ${holding(text)} or exists (
            select from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = w.id and ${inRow(table, text)}))`
        : inRow(table, text),
    ),
  ])
}

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
  const isByRow = !isByName && led.others.some((word) => textsOf(word).length)
  const join = isByRow ? sql`join ${rows} on ${id} = w.id` : sql``
  const ofWord = holdsBeside(table, led.others, isByRow ? 'both' : 'word')
  const ofRow = holdsBeside(table, led.others, 'row')
  const isLed = led.known ? sql<SqlBool>`w.word = any(${led.known.words})` : begins(led.part)
  return [
    sql`select w.id as id from ${wordsIn(table)} as w ${join}
      where ${all([isLed, ...ofWord])} ${limit}`,
    ...isInside(table, led).map(
      (inside) => sql`select ${id} as id from ${rows} where ${all([inside, ...ofRow])} ${limit}`,
    ),
  ]
}

/** The same in one statement. */
export const idsFound = (...asked: Parameters<typeof waysToIds>) =>
  sql.join(
    waysToIds(...asked).map((way) => sql`(${way})`),
    sql` union all `,
  )

const wordsIn = (table: Searched) => sql.table(`${table}Word`)

/**
 * The rows that hold all of the words, as conditions on the table. Each word's stands apart: only so the planner knows how
 * many hold several.
 */
export const matching = (table: Searched, words: readonly Word[], led: Lead | undefined) =>
  led
    ? [
        sql<SqlBool>`${sql.ref(`${table}.id`)} in (${idsFound(table, words, { ...led, others: [] })})`,
        ...holdsBeside(table, led.others, 'row'),
      ]
    : holds(table, words)

/** All of the conditions. */
export const all = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`

const holding = (text: string) => `%${asPattern(text)}%`
const asPattern = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
