import { readNumbers } from './read-numbers.ts'
import type { Metric } from './topics.ts'

/** A made dialogue, and what is to be found in it. */
export type Dialogue = {
  name: string
  metrics: Metric[]
  text: string
  values: Map<string, number>
}

const range = { words: [], lowest: 0, highest: 100 }
const shipped: Metric[] = Object.entries({
  stress_level: 'Stress level',
  anxiety: 'Anxiety',
  sleep_quality: 'Sleep quality',
  energy: 'Energy',
  mood: 'Mood',
  work_engagement: 'Work engagement',
  recovery: 'Recovery after work',
}).map(([key, label]) => ({ key, label, ...range }))

/** `== name`, perhaps `metrics: key lowest highest Label; …`, the conversation, and `-> key value` for each. */
export const dialoguesIn = (file: string): Dialogue[] =>
  file
    .split(/^== /m)
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.trim().split('\n')
      const told = lines.find((line) => line.startsWith('metrics: '))
      const found = lines.filter((line) => line.startsWith('-> ')).map((line) => line.split(' '))
      return {
        name,
        metrics: told ? metricsIn(told.slice('metrics: '.length)) : shipped,
        // As conversations are kept: a blank line between the turns.
        text: lines.filter((line) => line !== told && !line.startsWith('-> ')).join('\n\n'),
        values: new Map(found.map(([, key = '', value]) => [key, Number(value)])),
      }
    })

const metricsIn = (text: string): Metric[] =>
  text.split('; ').map((it) => {
    const [key = '', lowest, highest, ...label] = it.split(' ')
    return {
      ...range,
      key,
      lowest: Number(lowest),
      highest: Number(highest),
      label: label.join(' '),
    }
  })

/** What is found in a dialogue: values that are right within a point, those that are not, and those that are missed. */
export function measured({ text, metrics, values }: Dialogue) {
  const found = new Map(readNumbers(text, metrics).values.map(({ key, value }) => [key, value]))
  const isRight = (key: string) =>
    Math.abs((found.get(key) ?? Infinity) - (values.get(key) ?? -Infinity)) <= 1
  return {
    right: [...found.keys()].filter(isRight),
    wrong: [...found].filter(([key]) => !isRight(key)).map(([key, value]) => `${key} ${value}`),
    missed: [...values.keys()].filter((key) => !isRight(key)),
  }
}
