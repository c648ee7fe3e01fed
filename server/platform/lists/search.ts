import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Tables whose rows are found by what is typed: each has a column `search_text` with a trigram index. */
export type SearchableTable = 'user' | 'coach' | 'client' | 'organization'

/** A trigram index finds three letters or digits in a row; for less it would be read whole. */
const isIndexed = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

/** The text of a row contains each of the typed words, whatever their capitals and accents. */
export const containsWords = (table: SearchableTable, typed = ''): RawBuilder<SqlBool>[] =>
  [...new Set(typed.split(/\s+/).filter(Boolean))].map((word) => {
    const text = sql.ref(`${table}.searchText`)
    return sql<SqlBool>`${isIndexed(word) ? text : sql`(${text} || '')`} like search_pattern(${word})`
  })

/** All of the conditions. */
export const allOf = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`
