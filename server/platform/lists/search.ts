import { type RawBuilder, sql, type SqlBool } from 'kysely'

/** Tables that can be searched: each has a `search_text` column, with a trigram index unless few rows are searched. */
export type SearchableTable = 'user' | 'coach' | 'client' | 'organization' | 'note'

/** Trigram indexes need three letters or digits in a row; for less the index would be read completely. */
const isIndexed = (word: string) => /[\p{L}\p{N}]{3}/u.test(word)

/** Also how a name with an umlaut or å is written without: Mueller, Soeren, Aagaard. Not of short words such as Joel. */
function listSpellings(word: string) {
  const short = word.replaceAll(/([aou])e/gi, '$1').replaceAll(/aa/gi, 'a')
  return word.length < 5 || short === word ? [word] : [word, short]
}

/** The row contains each of the typed words, ignoring case, accents and the comma of "Last, First". */
export const containsWords = (table: SearchableTable, typed = ''): RawBuilder<SqlBool>[] =>
  [...new Set(typed.split(/[\s,]+/).filter(Boolean))].map((typedWord) => {
    const text = sql.ref(`${table}.searchText`)
    const found = listSpellings(typedWord).map(
      (word) => sql`${isIndexed(word) ? text : sql`(${text} || '')`} like search_pattern(${word})`,
    )
    return sql<SqlBool>`(${sql.join(found, sql` or `)})`
  })

/** Combines conditions with AND. */
export const allOf = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`
