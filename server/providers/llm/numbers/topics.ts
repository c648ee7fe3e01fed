import { everydayWords } from './everyday-words.ts'
import type { Item } from './items.ts'

/** A metric that is asked for. `words` are what it is called beside its label. */
export type Metric = {
  key: string
  label: string
  words: readonly string[]
  lowest: number
  highest: number
  unit?: string | null
}

/** What a number can be about: a metric, or something that nobody asks for. */
export type Topic = { id: string; metric?: Metric; isGood?: boolean }

/** Where a topic is named. `isNoun`: "my sleep" can be a number, "I slept seven" are hours. */
export type Named = { topic: Topic; at: number; behind: number; isNoun: boolean }

type Phrase = { words: readonly string[]; topics: Topic[]; isNoun: boolean }
export type Topics = ReadonlyMap<string, readonly Phrase[]>

/** Of a label, what does not tell what it is about. */
const general: ReadonlySet<string> = new Set(
  'level levels quality score rating overall general daily weekly current after before at of in the a my your work'.split(
    ' ',
  ),
)

const wordsIn = (phrase: string) =>
  phrase.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu) ?? []

/** What everything is called. What two metrics are called could be either: naming it names both. */
export function topicsOf(metrics: readonly Metric[]): Topics {
  const phrases = new Map<string, Phrase>()
  const add = (phrase: string, topic: Topic, isNoun: boolean) => {
    const words = wordsIn(phrase)
    if (!words.length) return
    const id = words.join(' ')
    const known = phrases.get(id) ?? { words, topics: [], isNoun }
    if (!known.topics.includes(topic)) known.topics.push(topic)
    phrases.set(id, known)
  }
  const taken = new Set<string>()
  for (const metric of metrics) {
    const own = wordsIn(metric.label).filter((it) => !general.has(it))
    const everyday = everydayWords.filter(({ nouns }) => nouns.some((noun) => own.includes(noun)))
    const [only] = everyday
    const topic: Topic = {
      id: metric.key,
      metric,
      ...(everyday.length === 1 && only?.isGood !== undefined && { isGood: only.isGood }),
    }
    for (const phrase of [metric.label, ...metric.words]) add(phrase, topic, true)
    if (own.length === 1) add(own[0] ?? '', topic, true)
    if (everyday.length !== 1 || !only) continue
    for (const noun of only.nouns) add(noun, topic, true)
    for (const other of only.others) add(other, topic, false)
    taken.add(only.nouns[0] ?? '')
  }
  for (const { nouns, others, ...rest } of everydayWords) {
    const [id = ''] = nouns
    if (taken.has(id)) continue
    const topic: Topic = { id: ` ${id}`, ...rest }
    for (const noun of nouns) if (!phrases.has(noun)) add(noun, topic, true)
    for (const other of others) if (!phrases.has(other)) add(other, topic, false)
  }
  const byFirst = Map.groupBy(phrases.values(), ({ words }) => words[0] ?? '')
  for (const some of byFirst.values()) some.sort((a, b) => b.words.length - a.words.length)
  return byFirst
}

/** The topics that are named in a stretch of what was said; the longest name counts. */
export function namedIn(items: readonly Item[], topics: Topics): Named[] {
  const named: Named[] = []
  for (let at = 0; at < items.length;) {
    const phrase = topics
      .get(items[at]?.text ?? '')
      ?.find(({ words }) => words.every((word, index) => items[at + index]?.text === word))
    const behind = at + (phrase?.words.length ?? 1)
    if (phrase)
      for (const topic of phrase.topics) named.push({ topic, at, behind, isNoun: phrase.isNoun })
    at = behind
  }
  return named
}
