import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** A word that was typed, and what it consists of: runs of letters and digits, and other signs. Without capitals and accents. */
export type Word = { whole: string; parts: string[] }

/** More words than these hardly narrow a search. */
export const mostWords = 6
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
  const words = new Map(rows.map((word) => [word.whole, { ...word, parts: tellingParts(word) }]))
  words.delete('')
  // Where nothing is left but accents, they are looked for as they are: nobody bears them, and everybody would be found.
  return words.size ? [...words.values()] : typed.map((it) => ({ whole: it, parts: [it] }))
}

/**
 * With what a word of the row begins that holds this. The letters of "o'b" may stand anywhere, the sign is a word by itself; but
 * that of an e-mail is none (migration 0020), so what stands before it has to begin one.
 */
function tellingParts({ whole, parts }: Word) {
  if (parts.length < 2 || parts.some(isLong)) return parts
  const signs = parts.filter((part) => part !== '@' && /^[^\p{Alphabetic}\p{Nd}]$/u.test(part))
  if (signs.length) return signs
  const [before = ''] = whole.split('@')
  return parts.includes(before) ? [before] : parts.filter((part) => part !== '@')
}

/** With what words of the row are to begin. */
export const beginningsOf = ({ parts }: Word) => (parts.some(isLong) ? [] : parts)
/** What is to stand in its text: nothing that a word begins with. */
export const textsOf = (word: Word) => (beginningsOf(word).includes(word.whole) ? [] : [word.whole])

/** Characters, as the database counts them. */
export const sizeOf = (text: string) => Array.from(text).length
export const isLong = (text: string) => sizeOf(text) >= leastInside
export const beginningOf = (text: string, most: number) => Array.from(text).slice(0, most).join('')
