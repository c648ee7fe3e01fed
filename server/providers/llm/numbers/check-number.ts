import { answerIn } from './answer.ts'
import { type Scale, shareOf, valueOf } from './scale.ts'
import { tokensOf } from './tokens.ts'
import { type Metric, namesFor } from './topics.ts'

/** Scales to try when nobody mentions one. */
const plausibleScales: readonly Scale[] = [
  { low: 0, high: 10 },
  { low: 1, high: 10 },
  { low: 0, high: 100 },
  { low: 1, high: 5 },
  { low: 1, high: 7 },
]
const maxDifference = 0.01

/**
 * Whether a rating in the client's words of a quote supports a value. `question`: the preceding words of the coach, or
 * empty; `value`: in the range of the metric. Returns `none` if the words contain no rating of this metric.
 */
export function checkNumber(
  words: string,
  { question, metric, value }: { question: string; metric: Metric; value: number },
): 'agrees' | 'contradicts' | 'none' {
  const names = namesFor([metric])
  const tokens = tokensOf(words, names)
  const ratings = answerIn(tokens).candidates.filter(
    ({ token, topics }) =>
      token.kind === 'number' &&
      (topics === 'both' || !topics.length || topics.some(({ id }) => id === metric.key)),
  )
  if (!ratings.length) return 'none'
  const spoken = [...tokensOf(question, names), ...tokens]
  const scale = spoken.find(({ kind }) => kind === 'scale')?.scale
  const maxAway = (metric.highest - metric.lowest) * maxDifference
  const agrees = ratings.some(({ token }) => {
    const own = token.scale ?? scale
    return (own ? [own] : plausibleScales).some((it) => {
      const share = shareOf(token.value, it)
      return share !== undefined && Math.abs(valueOf(share, metric) - value) <= maxAway + 1e-9
    })
  })
  return agrees ? 'agrees' : 'contradicts'
}
