import { defaultKeywords, type SpokenMetric } from '#contract/metric-names.ts'
import type { Metric } from './topics.ts'

type Case = {
  name: string
  metrics: Metric[]
  /** Metrics that are not asked for. */
  others: SpokenMetric[]
  text: string
  /** Key and value of what has to be read, and of what may be read as well. */
  expected: string[]
  possible: string[]
}

const shipped: Metric[] = Object.entries({
  stress_level: 'Stress level',
  anxiety: 'Anxiety',
  sleep_quality: 'Sleep quality',
  energy: 'Energy',
  mood: 'Mood',
  work_engagement: 'Work engagement',
  recovery: 'Recovery after work',
}).map(([key, label]) => ({ key, label, words: defaultKeywords(label), lowest: 0, highest: 100 }))

/**
 * Cases of a test file: `== name`, perhaps `metrics: key lowest highest Label = word, word; …` and `others: Label = word; …`,
 * the conversation, `-> key value` for each value that has to be read, and `?> key value` for each that may be.
 */
export const parseCases = (file: string): Case[] =>
  file
    .split(/^== /m)
    .slice(1)
    .map((part) => {
      const [name = '', ...lines] = part.trim().split('\n')
      const after = (mark: string) =>
        lines.filter((it) => it.startsWith(mark)).map((it) => it.slice(mark.length))
      const [metrics] = after('metrics: ')
      const [others] = after('others: ')
      return {
        name,
        metrics: metrics?.split('; ').map(metricIn) ?? shipped,
        others: others?.split('; ').map(spokenIn) ?? [],
        text: lines.filter((it) => !/^(?:metrics|others|->|\?>)/.test(it)).join('\n\n'),
        expected: after('-> '),
        possible: after('?> '),
      }
    })

function metricIn(text: string): Metric {
  const [key = '', lowest, highest, ...called] = text.split(' ')
  return { key, lowest: Number(lowest), highest: Number(highest), ...spokenIn(called.join(' ')) }
}

function spokenIn(text: string): SpokenMetric {
  const [label = '', words] = text.split(' = ')
  return { label, words: words?.split(', ') ?? [] }
}
