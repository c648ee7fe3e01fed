import { shippedWords, type Spoken } from '#contract/metric-names.ts'
import { readNumbers } from './read-numbers.ts'
import type { Metric } from './topics.ts'

/** A made dialogue, and what is to be found in it. */
export type Dialogue = {
  name: string
  metrics: Metric[]
  /** Metrics that are not asked for. */
  others: Spoken[]
  text: string
  values: Map<string, number>
}

const shipped: Metric[] = Object.entries({
  stress_level: 'Stress level',
  anxiety: 'Anxiety',
  sleep_quality: 'Sleep quality',
  energy: 'Energy',
  mood: 'Mood',
  work_engagement: 'Work engagement',
  recovery: 'Recovery after work',
}).map(([key, label]) => ({ key, label, words: shippedWords(label), lowest: 0, highest: 100 }))

const marks = { metrics: 'metrics: ', others: 'others: ', value: '-> ' }

/**
 * `== name`, perhaps `metrics: key lowest highest Label = word, word; …` and `others: Label = word; …`, the conversation, and
 * `-> key value` for each.
 */
export const dialoguesIn = (file: string): Dialogue[] =>
  file
    .split(/^== /m)
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.trim().split('\n')
      const of = (mark: string) =>
        lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length))
      const [metrics] = of(marks.metrics)
      const [others] = of(marks.others)
      const isTold = (line: string) => Object.values(marks).some((mark) => line.startsWith(mark))
      return {
        name,
        metrics: metrics === undefined ? shipped : metrics.split('; ').map(metricIn),
        others: others === undefined ? [] : others.split('; ').map(spokenIn),
        // As conversations are kept: a blank line between the turns.
        text: lines.filter((line) => !isTold(line)).join('\n\n'),
        values: new Map(
          of(marks.value)
            .map((line) => line.split(' '))
            .map(([key = '', value]) => [key, Number(value)]),
        ),
      }
    })

function metricIn(text: string): Metric {
  const [key = '', lowest, highest, ...called] = text.split(' ')
  const range = { lowest: Number(lowest), highest: Number(highest) }
  return { key, ...range, ...spokenIn(called.join(' ')) }
}

function spokenIn(text: string): Spoken {
  const [label = '', words] = text.split(' = ')
  return { label, words: words?.split(', ') ?? [] }
}

/** What is found in a dialogue: values that are right within a point, those that are not, and those that are missed. */
export function measured({ text, metrics, others, values }: Dialogue) {
  const read = readNumbers(text, metrics, others).values
  const found = new Map(read.map(({ key, value }) => [key, value]))
  const isRight = (key: string) =>
    Math.abs((found.get(key) ?? Infinity) - (values.get(key) ?? -Infinity)) <= 1
  return {
    right: [...found.keys()].filter(isRight),
    wrong: [...found].filter(([key]) => !isRight(key)).map(([key, value]) => `${key} ${value}`),
    missed: [...values.keys()].filter((key) => !isRight(key)),
  }
}
