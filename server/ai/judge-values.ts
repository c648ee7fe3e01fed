import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ValueFault } from '#contract/analysis.ts'
import type { ValueQuote } from '#contract/found-values.ts'
import { type QuotePlace, quotesIn } from '#contract/find-quote.ts'
import type { Found } from './analysed-answer.ts'
import type { Said } from './said-in-session.ts'

/** What a key may be. */
export type Bounds = { key: string; lowest: number; highest: number }

export type Judged = {
  key: string
  occurrence: number
  value: number
  quotes: ValueQuote[]
  fault: ValueFault | null
}

/** How much of a quote must have been heard in the recording, where there is one. */
const leastHeard = 0.5

/**
 * Evidence or nothing: a value counts where it was asked for, once, lies in its range, and at least one of its quotes stands
 * in what the client said. The quotes of a value follow each other, as an answer follows its question.
 */
export async function judgeValues(
  found: readonly Found[],
  asked: readonly Bounds[],
  said: Said,
): Promise<Judged[]> {
  const find = quotesIn(said.turns)
  const bounds = new Map(asked.map((it) => [it.key, it]))
  const times = new Map<string, number>()
  for (const { key } of found) times.set(key, (times.get(key) ?? 0) + 1)
  const seen = new Map<string, number>()
  const judged: Judged[] = []
  for (const { key, value, quotes } of found) {
    const occurrence = (seen.get(key) ?? 0) + 1
    seen.set(key, occurrence)
    let before: QuotePlace | undefined
    const placed: { quote: Found['quotes'][number]; place: QuotePlace | undefined }[] = []
    for (const quote of quotes) {
      const place = find(quote.text, before)
      before = place ?? before
      placed.push({ quote, place })
      // An hour of words takes moments for each quote: others are answered between them.
      await nextTurn()
    }
    judged.push({
      ...{ key, occurrence, value },
      quotes: placed.map(({ quote, place }) => ({ ...quote, place: placeOf(place, said) })),
      fault:
        faultOf(value, bounds.get(key), times.get(key) ?? 1) ??
        evidenceFault(
          quotes.length,
          placed.flatMap(({ place }) => place ?? []),
          said,
        ),
    })
  }
  return judged
}

function faultOf(value: number, bounds: Bounds | undefined, times: number): ValueFault | null {
  if (!bounds) return 'not-asked'
  if (times > 1) return 'twice'
  return value < bounds.lowest || value > bounds.highest ? 'out-of-range' : null
}

function evidenceFault(quoted: number, places: readonly QuotePlace[], { isRecorded }: Said) {
  if (!quoted) return 'no-quote'
  if (!places.length) return 'not-found'
  const clients = places.filter(({ isClients }) => isClients)
  if (!clients.length) return 'not-clients'
  return isRecorded && clients.every(({ heard }) => heard < leastHeard) ? 'not-heard' : null
}

function placeOf(place: QuotePlace | undefined, { turns }: Said): ValueQuote['place'] {
  if (!place) return null
  const { from, time, isClients } = place
  return { turn: from.turn + 1, speaker: turns[from.turn]?.speaker ?? null, isClients, time }
}
