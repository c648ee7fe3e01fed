import type { Spoken } from '#contract/metric-names.ts'
import { type Heard, heard } from './heard.ts'
import { startReading } from './reading.ts'
import { questionOf } from './question.ts'
import { type Metric, type Topics, topicsOf } from './topics.ts'
import { turnsWithWho } from './who-speaks.ts'

export type Read = { values: { key: string; value: number; quotes: string[] }[] }

/**
 * The values of metrics that were said in numbers, by rules: a question with its scale, and the client's own present number
 * (product decisions, section 9). Precision before recall: where two metrics or two numbers could be meant there is nothing.
 * `others` are metrics that are not asked for, whose words are theirs.
 */
export function readNumbers(
  text: string,
  metrics: readonly Metric[],
  others: readonly Spoken[] = [],
): Read {
  const topics = topicsOf(metrics, others)
  const reading = startReading(topics)
  for (const turn of withAskers(turnsWithWho(text).map(heard), topics)) {
    if (turn.who === 'coach') reading.ask(turn)
    else if (turn.who === 'client') reading.answer(turn)
    else if (turn.who === 'unknown') reading.either(turn)
  }
  return { values: reading.values() }
}

/** Of two of whom nobody knows who is who, the one who asks for numbers is the coach, where the other never does. */
function withAskers(turns: readonly Heard[], topics: Topics): Heard[] {
  const isUnknown = ({ who, speaker }: Heard) => who === 'unknown' && speaker !== null
  const askers = new Set(
    turns
      .filter((turn) => isUnknown(turn) && questionOf(turn.asked, topics)?.scale)
      .map(({ speaker }) => speaker),
  )
  return turns.map((turn) => {
    if (!isUnknown(turn)) return turn
    if (askers.size !== 1) return { ...turn, who: 'other' }
    return { ...turn, isSure: false, who: askers.has(turn.speaker) ? 'coach' : 'client' }
  })
}
