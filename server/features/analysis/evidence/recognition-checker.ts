import { commonWords } from '#contract/rules/common-words.ts'
import type { Place } from '#contract/rules/find-quote.ts'
import { allWords, isSignificantWord, significantWords } from '#contract/rules/quote-words.ts'
import { uncertainBelow } from '#contract/transcriptions/transcriptions.ts'
import type { SpokenTurns } from './spoken-turns.ts'

/** Seconds beside a quote in which a number or a negation that was left out matters. */
const maxAround = 3

/**
 * Whether any word at a place differs from what was recognized there. Fillers, repetitions after a slip of the tongue and the way
 * of writing do not matter. Numbers and negations may neither be uncertain nor left out beside it.
 */
export function recognitionChecker({ turns, heard }: Pick<SpokenTurns, 'turns' | 'heard'>) {
  const said = turns.flatMap(({ text }, turn) => allWords(text).map((it) => ({ ...it, turn })))
  const recognized = allWords(heard.map(({ word }) => word).join(' ')).map(({ text, at }) => {
    const { start = 0, end = 0, conf = 1 } = heard[at] ?? {}
    return { text, start, end, conf }
  })
  const texts = (words: readonly { text: string }[]) => words.map(({ text }) => text)
  const pairs = commonWords(texts(recognized), texts(said))
  const recognizedAs = new Map(pairs.map(([index, at]) => [at, index]))
  const plain = (words: readonly { text: string }[]) =>
    texts(significantWords(texts(words).join(' '))).join(' ')

  return ({ from, to }: Pick<Place, 'from' | 'to'>) => {
    const first = said.findIndex((it) => it.turn === from.turn && it.at >= from.word)
    const last = said.findLastIndex((it) => it.turn === to.turn && it.at <= to.word)
    const end = recognizedAs.get(last)
    if (!recognizedAs.has(first) || end === undefined) return true
    const before = pairs.findLast(([, at]) => at < first)?.[0] ?? -1
    const after = pairs.find(([, at]) => at > last)?.[0] ?? recognized.length
    const quoted = plain(said.slice(first, last + 1))
    let start = before + 1
    while (start <= end && plain(recognized.slice(start, end + 1)) !== quoted) start++
    if (start > end) return true
    const words = recognized.slice(start, end + 1)
    const [begins, ends] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0]
    const beside = [
      ...recognized.slice(before + 1, start).filter((it) => it.end >= begins - maxAround),
      ...recognized.slice(end + 1, after).filter((it) => it.start <= ends + maxAround),
    ]
    const uncertain = words.filter(({ conf }) => conf < uncertainBelow)
    return [...beside, ...uncertain].some(({ text }) => isSignificantWord(text))
  }
}
