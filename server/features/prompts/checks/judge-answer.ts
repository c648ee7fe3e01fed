import { z } from 'zod'
import { quotesIn } from '#contract/find-quote.ts'
import { type Expectations, riskScoreKey, typesWithValues } from '#contract/golden-transcripts.ts'
import type { TemplateType } from '#contract/prompts.ts'
import { spokenTurnsOf } from '../../analysis/evidence/spoken-turns.ts'

/** What is held against an answer: what it must hold, and what was said. */
export type Expected = Expectations & { type: TemplateType; transcript: string }

/**
 * What is wrong with an answer, a sentence each; nothing when it contains everything expected. A quote that nobody said is
 * wrong whatever was expected.
 */
export function findFailures(answer: string, expected: Expected): string[] {
  const forbidden = expected.forbidden
    .filter((it) => containsText(answer, it))
    .map((it) => `${quoted(it)} must not be in it.`)
  if (!typesWithValues.includes(expected.type))
    return [...missing(expected.quotes, [answer], 'in it'), ...forbidden]
  const found = structured(expected.type, answer)
  if (!found)
    return ['The answer is not JSON of the form that its type is answered with.', ...forbidden]
  return [
    ...valueFaults(expected.values, found.values),
    ...missing(
      expected.quotes,
      found.shown.flatMap((it) => it.quotes),
      'in a quote',
    ),
    ...evidenceFaults(found.shown, expected.transcript),
    ...found.unproven.map((what) => `${what} has no quote.`),
    ...forbidden,
  ]
}

/** What shows a value or a score. */
type Shown = { key: string; quotes: readonly string[] }

/** By the rule for the answers about sessions (decision 19): here nobody has a name. */
function evidenceFaults(shown: readonly Shown[], transcript: string) {
  const { turns } = spokenTurnsOf(transcript, [], { client: '', coach: null })
  const find = quotesIn(turns)
  const isClientKnown = turns.some(({ isClient }) => isClient)
  return shown.flatMap(({ key, quotes }) => {
    const places = quotes.map((quote) => ({ quote, place: find(quote) }))
    const found = places.flatMap(({ place }) => place ?? [])
    const notFound = places.filter(({ place }) => !place)
    return [
      ...notFound.map(({ quote }) =>
        containsText(transcript, quote)
          ? `${quoted(quote)} shows nothing: it is too short or too long.`
          : `${quoted(quote)} was not said in the transcript.`,
      ),
      ...(isClientKnown && found.length > 0 && found.every((it) => !it.isClients)
        ? [`${shortened(key)} is shown by nothing that the client said.`]
        : []),
    ]
  })
}

/** Whether the words are in the text, one behind the other; case, punctuation and line breaks do not count. */
export function containsText(text: string, words: string) {
  const looked = wordsOf(words)
  return looked.length > 0 && ` ${wordsOf(text).join(' ')} `.includes(` ${looked.join(' ')} `)
}

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const missing = (expected: readonly string[], texts: readonly string[], where: string) =>
  expected
    .filter((it) => !texts.some((text) => containsText(text, it)))
    .map((it) => `${quoted(it)} is not ${where}.`)

type Values = Expectations['values']

function valueFaults(expected: Values, found: ReadonlyMap<string, number>) {
  return expected.flatMap(({ key, lowest, highest }) => {
    const value = found.get(key)
    if (value === undefined) return [`${key} has no value.`]
    if (value >= lowest && value <= highest) return []
    const range = lowest === highest ? `${lowest}` : `${lowest} to ${highest}`
    return [`${key} is ${value}; ${range} was expected.`]
  })
}

const quotes = z.array(z.string())
const metricAnswer = z.object({
  values: z.array(z.object({ key: z.string(), value: z.number(), quotes: quotes.default([]) })),
})
const reasons = z.array(z.object({ quote: z.string().default('') }))
const burnoutAnswer = z.object({
  riskScore: z.number().min(0).max(100),
  reasons,
  protective: reasons.default([]),
})

/** An answer of values with what was said for them (product decisions, section 9). */
function structured(type: TemplateType, answer: string) {
  const json = jsonIn(answer)
  if (type === 'burnout_assessment') {
    const { data } = burnoutAnswer.safeParse(json)
    if (!data) return undefined
    const told = [...data.reasons, ...data.protective].map(({ quote }) => quote)
    return {
      values: new Map([[riskScoreKey, data.riskScore]]),
      shown: [{ key: riskScoreKey, quotes: told.filter(isSaid) }],
      unproven: told.some((it) => !isSaid(it)) ? ['A reason'] : [],
    }
  }
  const { data } = metricAnswer.safeParse(json)
  if (!data) return undefined
  return {
    values: new Map(data.values.map(({ key, value }) => [key, value])),
    shown: data.values.map((it) => ({ key: it.key, quotes: it.quotes.filter(isSaid) })),
    unproven: data.values.filter((it) => !it.quotes.some(isSaid)).map(({ key }) => shortened(key)),
  }
}

const isSaid = (quote: string) => quote.trim() !== ''

/** Models like to put a fence or a sentence around it. */
function jsonIn(answer: string): unknown {
  try {
    return JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

/** Characters of what is quoted in a sentence. */
const quotedCharacters = 200
const shortened = (text: string) =>
  text.length > quotedCharacters ? `${text.slice(0, quotedCharacters).toWellFormed()}…` : text
const quoted = (text: string) => `“${shortened(text)}”`
