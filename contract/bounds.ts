import { z } from 'zod'
import { errorSentence } from './faults.ts'
import { withoutInvisible } from './rules/invisible-signs.ts'

/**
 * Bounds of bodies, queries and params: every text, list, number and instant in a request has one, and no text contains
 * characters that PostgreSQL cannot store. A test checks the whole contract.
 */

z.config({ customError: errorSentence })

/** No NUL or lone surrogate: PostgreSQL cannot store them, and removing them would change the text. */
const storableText = /^[^\0\p{Cs}]*$/u
/** Nor line breaks or other control characters. */
const oneLine = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u

type CustomError = { error: (issue: z.core.$ZodRawIssue) => string }
const inOneLine = (text: z.ZodString, characters: number, says: CustomError | undefined) =>
  text
    .trim()
    .max(characters, { abort: true, ...says })
    .regex(oneLine, says)

/**
 * One trimmed line without invisible characters: a name, a search, a token. `.min(1, 'It is required')` makes it
 * required. `says` replaces the default error where the field name would not help.
 */
export const line = (characters: number, says?: CustomError) =>
  inOneLine(z.string(says).overwrite(withoutInvisible), characters, says)
/** A trimmed line of a transcript, otherwise as it was recognized. */
export const transcriptLine = (characters: number, says?: CustomError) =>
  inOneLine(z.string(says), characters, says)
/** Trimmed text of several lines: a description. */
export const paragraph = (characters: number) =>
  z.string().trim().max(characters, { abort: true }).regex(storableText)
/** Text exactly as written: a conversation, a prompt, a password. */
export const verbatim = (characters: number) =>
  z.string().max(characters, { abort: true }).regex(storableText)

/** Maximum characters of a transcript or conversation: a working day of fluent speech has a quarter of it. */
export const transcriptCharacters = 2_000_000

/** The id of a row, in lower case as the database returns it, because ids are compared as strings. */
export const rowId = (error?: string) => z.uuid(error).toLowerCase()

/** Path parameters, or a response, with only an id. */
export const idOnly = z.object({ id: rowId() })

/** At most fourteen hours: no time zone is further from UTC. */
const offset = /(?:Z|[+-](?:0\d:[0-5]\d|1[0-3]:[0-5]\d|14:00))$/
const earliestYear = 1900
const latestYear = 2200
const invalidInstant = `This is not a date and time of the years ${earliestYear} to ${latestYear} with its offset from UTC.`

/** An ISO 8601 instant with its offset from UTC, converted to UTC as the database returns it. */
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
