import type { QuotableTurn, QuotePlace } from '#contract/rules/find-quote.ts'
import type { SpokenMetric } from '#contract/definitions/metric-names.ts'
import { readRatings } from '../numbers/read-numbers.ts'
import { possibleValues } from '../numbers/scale.ts'
import type { Turn } from '../numbers/turns-with-roles.ts'
import type { Metric } from './requested-metrics.queries.ts'

/** `others`: metrics that were not requested; numbers next to their names belong to them. */
export type Requested = { asked: readonly Metric[]; others: readonly SpokenMetric[] }

/** Share of the range by which a value may differ from the spoken number. */
const maxDifference = 0.01

/**
 * Judges a value by the whole turns that its quotes come from, with the questions before them: `said` if the client rates
 * the metric with it there, `contradicted` if these turns hold any other number, or if it is a number of the other speaker
 * that the client does not agree to, `none` if they hold no number.
 */
export function numberChecker(turns: readonly QuotableTurn[], { asked, others }: Requested) {
  const { joined, indexes } = joinTurns(turns)
  let read: ReturnType<typeof readRatings> | undefined
  return (places: readonly QuotePlace[], metric: Metric, value: number) => {
    const { ratings, numbers } = (read ??= readRatings(joined, asked, others))
    const quoted = [
      ...new Set(places.flatMap(({ from, to }) => indexes.slice(from.turn, to.turn + 1))),
    ]
    const isClients = (at: number) => joined[at]?.who === 'client'
    const rating = ratings.get(metric.key)
    const maxAway = (metric.highest - metric.lowest) * maxDifference + 1e-9
    const isSame = (other: number | undefined) =>
      other !== undefined && Math.abs(other - value) <= maxAway
    if (isSame(rating?.value) && rating?.turns.some((at) => quoted.includes(at))) return 'said'
    if (rating?.value !== undefined && !isSame(rating.value)) return 'contradicted'
    if (quoted.some((at) => isClients(at) && numbers[at]?.length)) return 'contradicted'
    const heard = quoted.flatMap((at) => (isClients(at) ? [at - 1, at] : at))
    const suggested = heard.flatMap((at) => (isClients(at) ? [] : (numbers[at] ?? [])))
    return suggested.some((it) => possibleValues(it.value, it.scale, metric).some(isSame))
      ? 'contradicted'
      : 'none'
  }
}

/** Joins what a speaker says without being interrupted. `indexes`: the joined turn of each. */
function joinTurns(turns: readonly QuotableTurn[]) {
  const joined: Turn[] = []
  const indexes = turns.map(({ speaker, isClient, text }) => {
    const before = joined.at(-1)
    const lines = text.split('\n').map((line) => line.trim())
    const who = isClient ? 'client' : speaker === null ? 'other' : 'coach'
    if (before && before.speaker === speaker) before.lines.push(...lines)
    else joined.push({ speaker, who, lines })
    return joined.length - 1
  })
  return { joined, indexes }
}
