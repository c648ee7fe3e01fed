import { z } from 'zod'
import { errorSentence } from './faults.ts'
import { withoutInvisible } from './invisible-signs.ts'

/**
 * The one home of what bodies, queries and params may hold: every text, list, number and instant that is sent has a
 * bound, and no text holds what PostgreSQL cannot keep. A test walks the whole contract for it.
 */

z.config({ customError: errorSentence })

/** No NUL and no half of a character (a lone surrogate): neither can be kept, and leaving them out would change what somebody wrote. */
const storableText = /^[^\0\p{Cs}]*$/u
/** Nor a line break or another control character. */
const oneLine = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u

type CustomError = { error: (issue: z.core.$ZodRawIssue) => string }
const inOneLine = (text: z.ZodString, characters: number, says: CustomError | undefined) =>
  text
    .trim()
    .max(characters, { abort: true, ...says })
    .regex(oneLine, says)

/**
 * One line without spaces around it, nor signs in it that nobody sees: a name, a search, a token. `.min(1, 'It is required')`
 * makes it needed. It says itself what is wrong where its name in a body says nothing.
 */
export const line = (characters: number, says?: CustomError) =>
  inOneLine(z.string(says).overwrite(withoutInvisible), characters, says)
/** A line of a transcript: what a machine heard stays as it is, but for the spaces around it. */
export const transcriptLine = (characters: number, says?: CustomError) =>
  inOneLine(z.string(says), characters, says)
/** Some lines without spaces around them: a description. */
export const paragraph = (characters: number) =>
  z.string().trim().max(characters, { abort: true }).regex(storableText)
/** A text exactly as it was written: a conversation, a prompt, a password. */
export const verbatim = (characters: number) =>
  z.string().max(characters, { abort: true }).regex(storableText)

/** Characters of a transcript or a conversation: a working day of fluent speech has a quarter of it. */
export const transcriptCharacters = 2_000_000

/** The id of a row, in the small letters in which the database gives it back: as a text it is compared letter by letter. */
export const rowId = (error?: string) => z.uuid(error).toLowerCase()

/** Path parameters, or an answer, with nothing but an id. */
export const idOnly = z.object({ id: rowId() })

/** No place on earth is further from UTC than fourteen hours. */
const offset = /(?:Z|[+-](?:0\d:[0-5]\d|1[0-3]:[0-5]\d|14:00))$/
const earliestYear = 1900
const latestYear = 2200
const invalidInstant = `This is not a date and time of the years ${earliestYear} to ${latestYear} with its offset from UTC.`

/** An instant with its offset from UTC, in any spelling of ISO 8601; handed on in UTC, as the database gives it back. */
export const instant = (error = invalidInstant) =>
  z.iso
    .datetime({ offset: true, error, abort: true })
    .max(40, { error, abort: true })
    .refine(isPlausible, { error: invalidInstant, abort: true })
    .transform((text) => new Date(text).toISOString())

function isPlausible(text: string) {
  const year = new Date(text).getUTCFullYear()
  return offset.test(text) && year >= earliestYear && year <= latestYear
}

/** A whole number in a query, where every value is text. */
export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
