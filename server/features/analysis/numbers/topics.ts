import type { Metric } from '../../../providers/llm/llm.ts'
import { everydayWords } from '#contract/rules/everyday-words.ts'
import {
  findEverydayNames,
  listMetricNames,
  type SpokenMetric,
} from '#contract/definitions/metric-names.ts'
import { normalizeKeyword } from '#contract/definitions/metric-keywords.ts'

/** What a number can refer to: a metric, or a topic that is not requested. */
export type Topic = { id: string; metric?: Metric; isGood?: boolean }
/** `isNoun`: "my sleep" can have a rating; in "I slept seven" the number counts hours. */
export type Named = { topic: Topic; isNoun: boolean }
export type Names = {
  pattern: RegExp
  find: (name: string) => { kind: 'topic'; named: Named } | undefined
}

/**
 * The names of all topics: requested metrics, other metrics, and everyday words. A name that two metrics share refers to
 * neither of them.
 */
export function namesFor(metrics: readonly Metric[], others: readonly SpokenMetric[] = []): Names {
  const phrases = new Map<string, Named>()
  const taken = new Set<unknown>()
  for (const [place, metric] of [...metrics, ...others].entries()) {
    const everyday = findEverydayNames(metric.label)
    taken.add(everyday)
    const topic = getTopic(metric, place, everyday?.isGood)
    for (const { words, isNoun } of listMetricNames(metric)) {
      const id = words.join(' ')
      const known = phrases.get(id)
      if (!known) phrases.set(id, { topic, isNoun })
      else if (known.topic.id !== topic.id) known.topic = { id: ` ${id}` }
    }
  }
  for (const line of everydayWords) {
    if (taken.has(line)) continue
    const { nouns, others: more, ...rest } = line
    const topic: Topic = { id: ` ${nouns[0]}`, ...rest }
    for (const name of [...nouns, ...more])
      if (!phrases.has(name)) phrases.set(name, { topic, isNoun: nouns.includes(name) })
  }
  // The longest name matches first.
  const names = [...phrases.keys()].sort((a, b) => b.length - a.length)
  const pattern = names.map((it) => it.replaceAll(' ', '\\s+').replaceAll("'", "['’]")).join('|')
  return {
    pattern: new RegExp(`(?:${pattern})(?![\\p{L}\\p{M}\\p{N}])`, 'iuy'),
    find(name) {
      const named = phrases.get(normalizeKeyword(name))
      return named && { kind: 'topic', named }
    },
  }
}

function getTopic(
  metric: Metric | SpokenMetric,
  place: number,
  isGood: boolean | undefined,
): Topic {
  if (!('key' in metric)) return { id: ` of ${place}` }
  const isBetter = metric.isMoreBetter ?? isGood
  return { id: metric.key, metric, ...(isBetter !== undefined && { isGood: isBetter }) }
}
