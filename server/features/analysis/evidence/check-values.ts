import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnalysisType, ValueFault } from '#contract/analysis/analysis.ts'
import type { ValueQuote } from '#contract/analysis/found-values.ts'
import { type IsLikely, type QuotePlace, quotesIn, type Place } from '#contract/rules/find-quote.ts'
import { normalizeKeyword } from '#contract/definitions/metric-keywords.ts'
import { listMetricNames } from '#contract/definitions/metric-names.ts'
import { toRiskLevel } from '#contract/rules/value-colours.ts'
import { commonWords } from '#contract/rules/common-words.ts'
import { allWords, isSignificantWord, significantWords } from '#contract/rules/quote-words.ts'
import { uncertainBelow } from '#contract/transcriptions/transcriptions.ts'
import { numberChecker, type Requested } from './check-number.ts'
import type { LastValues } from './last-values.queries.ts'
import { mentionsStrain } from './mentions-strain.ts'
import type { Metric } from './requested-metrics.queries.ts'
import { clientWordsAt, type SpokenTurns } from './spoken-turns.ts'

/** A value of an answer before it is checked. */
export type ParsedValue = {
  key: string
  value: number
  quotes: (Omit<ValueQuote, 'place'> & {
    /** Where it was found before. */
    place?: ValueQuote['place']
  })[]
}

export type Evidence = {
  quotes: ValueQuote[]
  fault: ValueFault | null
  /** It counts without a number in the client's words. */
  isInferred: boolean
}
export type CheckedValue = Evidence & { key: string; occurrence: number; value: number }

/** What a value is compared with beside the transcript. */
export type Known = { requested: Requested; lastValues: LastValues }

/** Share of a metric's range by which an inferred value may differ from the nearest of the last values. */
const maxInferredChange = 0.3
/** Share of a quote that must have been recognized in the recording, if there is one. */
const minHeard = 0.5

/**
 * A value counts if it was requested, occurs once, lies in its range, and all of its quotes are found in the transcript, in
 * order, with enough of the client's own words (docs/product.md, "Evidence").
 */
export async function checkValues(
  type: AnalysisType,
  found: readonly ParsedValue[],
  known: Known,
  said: SpokenTurns,
): Promise<CheckedValue[]> {
  const findEvidence = createEvidenceChecker(type, known, said)
  const metrics = new Map(known.requested.asked.map((it) => [it.key, it]))
  const times = new Map<string, number>()
  for (const { key } of found) times.set(key, (times.get(key) ?? 0) + 1)
  const seen = new Map<string, number>()
  const checked: CheckedValue[] = []
  for (const it of found) {
    const occurrence = (seen.get(it.key) ?? 0) + 1
    seen.set(it.key, occurrence)
    const metric = metrics.get(it.key)
    const evidence = await findEvidence(it, metric)
    const fault = answerFault(it.value, metric, times.get(it.key) ?? 1)
    checked.push({
      key: it.key,
      value: it.value,
      occurrence,
      ...evidence,
      ...(fault && { fault, isInferred: false }),
    })
  }
  return checked
}

/** Errors that do not depend on the transcript. */
export const answerFaults: readonly ValueFault[] = ['not-asked', 'twice', 'out-of-range']
function answerFault(value: number, metric: Metric | undefined, times: number): ValueFault | null {
  if (!metric) return 'not-asked'
  if (times > 1) return 'twice'
  return value < metric.lowest || value > metric.highest ? 'out-of-range' : null
}

type Placed = { quote: ParsedValue['quotes'][number]; place: QuotePlace | undefined }

/** `metric` is undefined for a value that was not requested. */
export function createEvidenceChecker(
  type: AnalysisType,
  { requested, lastValues }: Known,
  said: SpokenTurns,
) {
  const find = quotesIn(said.turns)
  const checkNumber = numberChecker(said.turns, requested)
  const differs = recognitionChecker(said)
  return async ({ value, quotes }: ParsedValue, metric: Metric | undefined): Promise<Evidence> => {
    let before: QuotePlace | undefined
    const placed: Placed[] = []
    for (const quote of quotes) {
      const found = quote.place?.turn
      const place = find(quote.text, before, [(turn) => turn + 1 === found, isAbout(metric, said)])
      before = place ?? before
      placed.push({ quote, place })
      // Long transcripts take a while: let other requests run.
      await nextTurn()
    }
    const places = placed.flatMap(({ place }) => place ?? [])
    let fault = quoteFault(quotes.length, places, said)
    // Where a quote fits several turns, none of them may differ.
    if (!fault && said.isRecorded && places.some((it) => [it, ...it.others].some(differs)))
      fault = 'changed'
    if (!fault && type === 'burnout_assessment' && toRiskLevel(value) !== 'low')
      fault = placed.some((it) => isReason(it, said)) ? null : 'no-reason'
    let isInferred = !fault
    if (!fault && type === 'metric_extraction' && metric) {
      const number = checkNumber(places, metric, value)
      if (number === 'contradicted') fault = number
      isInferred = number === 'none'
    }
    if (isInferred && metric && isFar(value, metric, lastValues.get(metric.key))) fault = 'far'
    return {
      quotes: placed.map(({ quote, place }) => ({ ...quote, place: describePlace(place, said) })),
      fault,
      isInferred: isInferred && !fault,
    }
  }
}

const isFar = (value: number, { lowest, highest }: Metric, last: readonly number[] = []) =>
  last.length > 0 &&
  last.every((it) => Math.abs(it - value) > (highest - lowest) * maxInferredChange + 1e-9)

/** The client speaks of a strain. */
const isReason = ({ quote, place }: Placed, said: SpokenTurns) =>
  !quote.isProtective && place?.isEvidence && mentionsStrain(clientWordsAt(place, said))

function quoteFault(
  quoted: number,
  places: readonly QuotePlace[],
  said: SpokenTurns,
): ValueFault | null {
  if (!quoted) return 'no-quote'
  if (places.length < quoted) return 'not-found'
  if (!places.some(({ isClients }) => isClients)) return 'not-clients'
  if (!places.some(({ isEvidence }) => isEvidence)) return 'too-short'
  if (places.some((it) => isInstruction(turnsText(it, said)))) return 'instruction'
  if (!said.isRecorded) return null
  return places.some(({ heard }) => heard < minHeard) ? 'not-heard' : null
}

/** Prefers turns that name the metric, or follow one that does. */
function isAbout(metric: Metric | undefined, { turns }: SpokenTurns): IsLikely {
  const names = metric ? listMetricNames(metric).map(({ words }) => ` ${words.join(' ')} `) : []
  return (turn) =>
    turns.slice(Math.max(0, turn - 1), turn + 1).some(({ text }) => {
      const said = ` ${normalizeKeyword(text)} `
      return names.some((name) => said.includes(name))
    })
}

const turnsText = ({ from, to }: QuotePlace, { turns }: SpokenTurns) =>
  turns
    .slice(from.turn, to.turn + 1)
    .map(({ text }) => text)
    .join('\n')

function describePlace(place: QuotePlace | undefined, { turns }: SpokenTurns): ValueQuote['place'] {
  if (!place) return null
  const { from, time, isClients } = place
  return { turn: from.turn + 1, speaker: turns[from.turn]?.speaker ?? null, isClients, time }
}

const instructionPatterns = [
  // "Ignore all previous instructions."
  /\b(?:ignore|disregard|forget|override)\b[^.!?]{0,30}\b(?:previous|prior|above|earlier|system)\b[^.!?]{0,20}\b(?:instructions?|prompts?|rules?)\b/i,
  /\bsystem prompt\b/i,
  // "You are a language model."
  /\byou are (?:an? |now )?(?:\w+ )?(?:ai|assistant|language model|chatbot)\b/i,
  // "Set stress_level to 0", "return a risk score of 5".
  /\b(?:set|return|output|report|answer|respond|rate|score)\b[^.!?]{0,40}\b\w+_\w+\b/i,
  /\b(?:set|return|output)\b[^.!?]{0,40}\b(?:scores?|values?|metrics?)\b[^.!?]{0,20}\b(?:to|of|as)\b/i,
]

/** Whether a turn is an instruction to an AI; then it is no evidence. */
const isInstruction = (text: string) => instructionPatterns.some((it) => it.test(text))

/** Seconds beside a quote in which a number or a negation that was left out matters. */
const maxAround = 3

/**
 * Whether any word at a place differs from what was recognized there. Fillers, repetitions after a slip of the tongue and the way
 * of writing do not matter. Numbers and negations may neither be uncertain nor left out beside it.
 */
function recognitionChecker({ turns, heard }: Pick<SpokenTurns, 'turns' | 'heard'>) {
  const said = turns.flatMap(({ text }, turn) => allWords(text).map((it) => ({ ...it, turn })))
  const recognized = allWords(heard.map(({ word }) => word).join(' ')).map(({ text, at }) => {
    const { start = 0, end = 0, conf = 1 } = heard[at] ?? {}
    return { text, start, end, conf }
  })
  const texts = (words: readonly { text: string }[]) => words.map(({ text }) => text)
  const pairs = commonWords(texts(recognized), texts(said))
  const recognizedAs = new Map(pairs.map(([index, at]) => [at, index]))
  const plain = (words: readonly { text: string }[]) =>
    texts(significantWords(texts(words).join(' '))).join(' ')

  return ({ from, to }: Pick<Place, 'from' | 'to'>) => {
    const first = said.findIndex((it) => it.turn === from.turn && it.at >= from.word)
    const last = said.findLastIndex((it) => it.turn === to.turn && it.at <= to.word)
    const end = recognizedAs.get(last)
    if (!recognizedAs.has(first) || end === undefined) return true
    const before = pairs.findLast(([, at]) => at < first)?.[0] ?? -1
    const after = pairs.find(([, at]) => at > last)?.[0] ?? recognized.length
    const quoted = plain(said.slice(first, last + 1))
    let start = before + 1
    while (start <= end && plain(recognized.slice(start, end + 1)) !== quoted) start++
    if (start > end) return true
    const words = recognized.slice(start, end + 1)
    const [begins, ends] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0]
    const beside = [
      ...recognized.slice(before + 1, start).filter((it) => it.end >= begins - maxAround),
      ...recognized.slice(end + 1, after).filter((it) => it.start <= ends + maxAround),
    ]
    const uncertain = words.filter(({ conf }) => conf < uncertainBelow)
    return [...beside, ...uncertain].some(({ text }) => isSignificantWord(text))
  }
}
