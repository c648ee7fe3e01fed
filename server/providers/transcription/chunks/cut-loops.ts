import { normalizeLetters, tokenize } from '#contract/rules/words.ts'

/** People do not repeat a sentence so often in a row; engines do on speech that they do not understand. */
const minTimes = 4
/** People repeat shorter phrases. */
const minWords = 3
/** The longest sentence that is looked for, in words or sentences. */
const maxLength = 20

/** Leaves the first of a sentence that is repeated again and again, whether as words or as sentences. */
export function cutLoops<Spoken extends { text: string }>(spoken: readonly Spoken[]): Spoken[] {
  const texts = spoken.map(({ text }) => normalizeLetters(text))
  const wordCounts = spoken.map(({ text }) => tokenize(text).length)
  const kept: Spoken[] = []
  for (let at = 0; at < spoken.length; at++) {
    const loop = findLoop(texts, wordCounts, at)
    if (!loop) {
      kept.push(spoken[at]!)
      continue
    }
    kept.push(...spoken.slice(at, at + loop.length))
    at += loop.length + loop.repeated - 1
  }
  return kept
}

function findLoop(texts: readonly string[], wordCounts: readonly number[], at: number) {
  for (let length = 1; length <= maxLength; length++) {
    let repeated = 0
    while (
      at + length + repeated < texts.length &&
      texts[at + repeated] === texts[at + length + repeated]
    )
      repeated++
    const words = wordCounts.slice(at, at + length).reduce((sum, count) => sum + count, 0)
    if (repeated >= (minTimes - 1) * length && words >= minWords) return { length, repeated }
  }
  return undefined
}
