import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Tables that can be searched: each has a `search_text` column with a trigram index. */
export type SearchableTable = 'user' | 'coach' | 'client' | 'organization'

/** Trigram indexes need three letters or digits in a row; for less the index would be read completely. */
const isIndexed = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

/** The row contains each of the typed words, ignoring case and accents. */
export const containsWords = (table: SearchableTable, typed = ''): RawBuilder<SqlBool>[] =>
  [...new Set(typed.split(/\s+/).filter(Boolean))].map((word) => {
    const text = sql.ref(`${table}.searchText`)
    return sql<SqlBool>`${isIndexed(word) ? text : sql`(${text} || '')`} like search_pattern(${word})`
  })

/** Combines conditions with AND. */
export const allOf = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`
