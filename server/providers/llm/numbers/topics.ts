import { everydayWords } from '#contract/everyday-words.ts'
import { everydayOf, namesOf, type Spoken } from '#contract/metric-names.ts'
import { wordsIn } from '#contract/metric-words.ts'
import type { Item } from './items.ts'

/** A metric that is asked for. `words` are what it is called beside its label. */
export type Metric = {
  key: string
  label: string
  words: readonly string[]
  lowest: number
  highest: number
  unit?: string | null
  /** Null or missing: as the line of every day says that its label stands in. */
  isMoreBetter?: boolean | null
}

/** What a number can be about: a metric, or something that nobody asks for. */
export type Topic = { id: string; metric?: Metric; isGood?: boolean }

/** Where a topic is named. `isNoun`: "my sleep" can be a number, "I slept seven" are hours. */
export type Named = { topic: Topic; at: number; behind: number; isNoun: boolean }

type Phrase = { words: readonly string[]; topic: Topic; isNoun: boolean }
export type Topics = ReadonlyMap<string, readonly Phrase[]>

/**
 * What everything is called: the metrics that are asked for, the others that there are, and what people speak of besides.
 * What two metrics are called is neither.
 */
export function topicsOf(metrics: readonly Metric[], others: readonly Spoken[] = []): Topics {
  const phrases = new Map<string, Phrase>()
  const taken = new Set<unknown>()
  for (const [place, metric] of [...metrics, ...others].entries()) {
    const everyday = everydayOf(metric.label)
    taken.add(everyday)
    const topic = topicOf(metric, place, everyday?.isGood)
    for (const { words, isNoun } of namesOf(metric)) {
      const id = words.join(' ')
      const known = phrases.get(id)
      if (!known) phrases.set(id, { words, topic, isNoun })
      else if (known.topic.id !== topic.id) known.topic = { id: ` ${id}` }
    }
  }
  for (const line of everydayWords) {
    if (taken.has(line)) continue
    const { nouns, others: more, ...rest } = line
    const topic: Topic = { id: ` ${nouns[0]}`, ...rest }
    for (const name of [...nouns, ...more])
      if (!phrases.has(name))
        phrases.set(name, { words: wordsIn(name), topic, isNoun: nouns.includes(name) })
  }
  const byFirst = Map.groupBy(phrases.values(), ({ words }) => words[0] ?? '')
  for (const some of byFirst.values()) some.sort((a, b) => b.words.length - a.words.length)
  return byFirst
}

function topicOf(metric: Metric | Spoken, place: number, isGood: boolean | undefined): Topic {
  if (!('key' in metric)) return { id: ` of ${place}` }
  const isBetter = metric.isMoreBetter ?? isGood
  return { id: metric.key, metric, ...(isBetter !== undefined && { isGood: isBetter }) }
}

/** The topics that are named in a stretch of what was said; the longest name counts. */
export function namedIn(items: readonly Item[], topics: Topics): Named[] {
  const named: Named[] = []
  for (let at = 0; at < items.length;) {
    const phrase = topics
      .get(items[at]?.text ?? '')
      ?.find(({ words }) => words.every((word, index) => items[at + index]?.text === word))
    const behind = at + (phrase?.words.length ?? 1)
    if (phrase) {
      const isNoun = phrase.isNoun || isCalled(items, at, behind)
      named.push({ topic: phrase.topic, at, behind, isNoun })
    }
    at = behind
  }
  return named
}

const owning: ReadonlySet<string> = new Set(['my', 'your'])
const being: ReadonlySet<string> = new Set(['is', 'are', 'was', 'were'])

/** "My rest at night", and "rest at night was a six": what is spoken of, whatever kind of word it is. */
const isCalled = (items: readonly Item[], at: number, behind: number) =>
  owning.has(items[at - 1]?.text ?? '') || being.has(items[behind]?.text ?? '')

/** Which places of a stretch lie in a metric's name of several words: "at night" in "rest at night" is no time. */
export function inLongNames(items: readonly Item[], topics: Topics): ReadonlySet<number> {
  const places = new Set<number>()
  for (const { topic, at, behind } of namedIn(items, topics))
    if (topic.metric && behind - at > 1) for (let it = at; it < behind; it++) places.add(it)
  return places
}
