import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnalysisType, ValueFault } from '#contract/analysis.ts'
import type { ValueQuote } from '#contract/found-values.ts'
import { type QuotePlace, quotesIn } from '#contract/find-quote.ts'
import { riskLevelOf } from '#contract/value-colours.ts'
import { checkNumber } from '../../../providers/llm/numbers/check-number.ts'
import { differsFromRecognized } from './differs-from-recognized.ts'
import type { Metric } from './requested-metrics.queries.ts'
import type { SpokenTurns } from './spoken-turns.ts'
import { quoteText } from './quote-text.ts'

/** What an answer says of one key, before anybody looked whether it is so. */
export type ParsedValue = {
  key: string
  value: number
  quotes: { text: string; reason: string | null; isProtective: boolean }[]
}

/** A value as its quotes show it. */
export type Evidence = {
  quotes: ValueQuote[]
  fault: ValueFault | null
  /** It counts, and no number in the client's words shows it. */
  isInferred: boolean
}
export type CheckedValue = Evidence & { key: string; occurrence: number; value: number }

/** How much of a quote must have been heard in the recording, where there is one. */
const minHeard = 0.5

/**
 * Evidence or nothing: a value counts where it was asked for, once, lies in its range, and all of its quotes are found in
 * what was said, with enough of the client's own words. The quotes of a value follow each other, as an answer follows its
 * question.
 */
export async function checkValues(
  type: AnalysisType,
  found: readonly ParsedValue[],
  asked: readonly Metric[],
  said: SpokenTurns,
): Promise<CheckedValue[]> {
  const evidenceOf = createEvidenceChecker(type, said)
  const metrics = new Map(asked.map((it) => [it.key, it]))
  const times = new Map<string, number>()
  for (const { key } of found) times.set(key, (times.get(key) ?? 0) + 1)
  const seen = new Map<string, number>()
  const checked: CheckedValue[] = []
  for (const it of found) {
    const occurrence = (seen.get(it.key) ?? 0) + 1
    seen.set(it.key, occurrence)
    const metric = metrics.get(it.key)
    const evidence = await evidenceOf(it, metric)
    const fault = answerFault(it.value, metric, times.get(it.key) ?? 1)
    checked.push({
      ...{ key: it.key, value: it.value, occurrence, ...evidence },
      ...(fault && { fault, isInferred: false }),
    })
  }
  return checked
}

/** What is wrong with a value whatever was said. */
export const answerFaults: readonly ValueFault[] = ['not-asked', 'twice', 'out-of-range']
function answerFault(value: number, metric: Metric | undefined, times: number): ValueFault | null {
  if (!metric) return 'not-asked'
  if (times > 1) return 'twice'
  return value < metric.lowest || value > metric.highest ? 'out-of-range' : null
}

type Placed = { quote: ParsedValue['quotes'][number]; place: QuotePlace | undefined }

/** Holds values against what was said in a session. `metric` is of a value that is asked for. */
export function createEvidenceChecker(type: AnalysisType, said: SpokenTurns) {
  const find = quotesIn(said.turns)
  return async ({ value, quotes }: ParsedValue, metric: Metric | undefined): Promise<Evidence> => {
    let before: QuotePlace | undefined
    const placed: Placed[] = []
    for (const quote of quotes) {
      const place = find(quote.text, before)
      before = place ?? before
      placed.push({ quote, place })
      // An hour of words takes moments for each quote: others are answered between them.
      await nextTurn()
    }
    const places = placed.flatMap(({ place }) => place ?? [])
    let fault = quoteFault(quotes.length, places, said)
    if (!fault && type === 'burnout_assessment' && riskLevelOf(value) !== 'low')
      fault = placed.some(isReason) ? null : 'no-reason'
    let isInferred = !fault
    if (!fault && type === 'metric_extraction' && metric) {
      const number = checkNumber(quoteText(places, said, 'client'), {
        ...{ question: quoteText(places, said, 'before'), metric, value },
      })
      if (number === 'contradicts') fault = 'contradicted'
      isInferred = number === 'none'
    }
    return {
      quotes: placed.map(({ quote, place }) => ({ ...quote, place: placeOf(place, said) })),
      ...{ fault, isInferred },
    }
  }
}

const isReason = ({ quote, place }: Placed) => !quote.isProtective && place?.isEvidence

function quoteFault(
  quoted: number,
  places: readonly QuotePlace[],
  said: SpokenTurns,
): ValueFault | null {
  if (!quoted) return 'no-quote'
  if (places.length < quoted) return 'not-found'
  if (!places.some(({ isClients }) => isClients)) return 'not-clients'
  if (!places.some(({ isEvidence }) => isEvidence)) return 'too-short'
  if (places.some((it) => isInstruction(quoteText([it], said, 'whole')))) return 'instruction'
  if (!said.isRecorded) return null
  if (places.some(({ heard }) => heard < minHeard)) return 'not-heard'
  return places.some((it) => differsFromRecognized(it, said)) ? 'changed' : null
}

function placeOf(place: QuotePlace | undefined, { turns }: SpokenTurns): ValueQuote['place'] {
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

/** Whether what somebody says is meant for the AI that will read it: then nothing in it is evidence. */
const isInstruction = (text: string) => instructionPatterns.some((it) => it.test(text))
