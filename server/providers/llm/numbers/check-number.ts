import { answerOf } from './answer.ts'
import { itemsOf } from './items.ts'
import { type Scale, shareOf, valueOf } from './scale.ts'
import { type Metric, topicsOf } from './topics.ts'
import { wordsOf } from './words-said.ts'

/** What a number may be out of where nobody says it. */
const plausibleScales: readonly Scale[] = [
  { low: 0, high: 10 },
  { low: 1, high: 10 },
  { low: 0, high: 100 },
  { low: 1, high: 5 },
  { low: 1, high: 7 },
]
const maxDifference = 0.01

/**
 * Whether a rating in the client's words of a quote gives a value. `question`: the coach's words just before, or empty;
 * `value` in the metric's own range. `none`: the words hold no rating of this metric.
 */
export function checkNumber(
  words: string,
  { question, metric, value }: { question: string; metric: Metric; value: number },
): 'agrees' | 'contradicts' | 'none' {
  const topics = topicsOf([metric])
  const items = itemsOf(wordsOf(words.split('\n')))
  const asked = itemsOf(wordsOf(question.split('\n')))
  const ratings = answerOf(items, topics).said.filter(
    (said) => !said.topics.length || said.topics.some((topic) => topic.id === metric.key),
  )
  if (!ratings.length) return 'none'
  const spoken = [...asked, ...items].filter(({ isOfNumber }) => !isOfNumber)
  const scale = spoken.find((item) => item.scale)?.scale
  const maxAway = (metric.highest - metric.lowest) * maxDifference
  const agrees = ratings.some((rating) => {
    const own = rating.scale ?? scale
    return (own ? [own] : plausibleScales).some((it) => {
      const share = shareOf(rating.value, it)
      return share !== undefined && Math.abs(valueOf(share, metric) - value) <= maxAway + 1e-9
    })
  })
  return agrees ? 'agrees' : 'contradicts'
}
