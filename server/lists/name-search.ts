import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { verbatim } from '#contract/bounds.ts'

/** As in the index of migration 0003, to the letter. */
export const userName = sql<string>`shown_name("user".first_name, "user".last_name, "user".email) collate "und-x-icu"`
/** What a user is found by: names and e-mail, without capitals and accents. */
export const userText = sql<string>`"user".search_text`

/** More words than these hardly narrow a search by name. */
const mostWords = 6
export const wordsOf = (q = '') => q.split(/\s+/).filter(Boolean).slice(0, mostWords)

/** Every word is to be somewhere in the text, in any order. */
export const holds = (text: RawBuilder<string>, words: readonly string[]) =>
  words.length
    ? sql<SqlBool>`(${sql.join(
        words.map((word) => {
          // Fewer than three letters are in no trigram: said so that PostgreSQL does not ask the index in vain.
          if (word.length < 3) return sql`strpos(${text}, plain_text(${word})) > 0`
          const literal = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
          return sql`${text} like '%' || plain_text(${literal}) || '%'`
        }),
        sql` and `,
      )})`
    : sql<SqlBool>`true`

/** The key of a list that is ordered by name and then by id. */
export const namePlace = z.tuple([verbatim(1000), z.uuid()])
export type NamePlace = z.infer<typeof namePlace>

/** Behind the place in the order of name and id; the first half alone is what an index can find. */
export const isBehind = (
  name: RawBuilder<string>,
  id: RawBuilder<unknown>,
  place: NamePlace | undefined,
) =>
  place
    ? sql<SqlBool>`${name} >= ${place[0]} and (${name} > ${place[0]} or ${id} > ${place[1]})`
    : sql<SqlBool>`true`
