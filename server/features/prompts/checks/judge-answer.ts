import { isAnalysis } from '#contract/analysis/analysis.ts'
import { quotesIn } from '#contract/rules/find-quote.ts'
import type { Expectations } from '#contract/prompts/golden-transcripts.ts'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import { parseAnalysisAnswer } from '../../analysis/values/parse-analysis-answer.ts'
import { parseSpokenTurns } from '../../analysis/evidence/spoken-turns.ts'

/** The expectations for an answer, and the transcript it is about. */
export type Expected = Expectations & { type: TemplateType; transcript: string }

/**
 * What is wrong with an answer, one sentence each; empty if it meets all expectations. A quote that is not in the
 * transcript is always wrong.
 */
export function findFailures(answer: string, expected: Expected): string[] {
  const forbidden = expected.forbidden
    .filter((it) => containsText(answer, it))
    .map((it) => `${quoted(it)} must not be in it.`)
  if (!isAnalysis(expected.type))
    return [...missing(expected.quotes, [answer], 'in it'), ...forbidden]
  const values = parseAnalysisAnswer(expected.type, jsonIn(answer))
  if (!values) return ['The answer is not JSON in the expected format.', ...forbidden]
  const shown = values.map(({ key, quotes }) => ({ key, quotes: quotes.map(({ text }) => text) }))
  return [
    ...valueFaults(expected.values, new Map(values.map(({ key, value }) => [key, value]))),
    ...missing(
      expected.quotes,
      shown.flatMap((it) => it.quotes),
      'in a quote',
    ),
    ...evidenceFaults(shown, expected.transcript),
    ...shown.flatMap((it) => (it.quotes.length ? [] : `${shortened(it.key)} has no quote.`)),
    ...forbidden,
  ]
}

/** A value or score with its quotes. */
type Shown = { key: string; quotes: readonly string[] }

/** Applies the evidence rule of session analyses (decision 19), with speaker labels instead of names. */
function evidenceFaults(shown: readonly Shown[], transcript: string) {
  const { turns } = parseSpokenTurns(transcript, [], { client: '', clientSpeaker: null })
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

/** Whether the text contains the words consecutively, ignoring case, punctuation and line breaks. */
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

/** Without a code fence or surrounding sentences. */
const jsonIn = (answer: string) => answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)

/** Maximum length of a quote in a sentence. */
const quotedCharacters = 200
const shortened = (text: string) =>
  text.length > quotedCharacters ? `${text.slice(0, quotedCharacters).toWellFormed()}…` : text
const quoted = (text: string) => `“${shortened(text)}”`
