// Compares a transcript with what was said and by whom. For tests and benchmarks.

export type ReferenceWord = { start: number; end: number; speaker: string; text: string }
type Heard = { start: number; end: number; speaker: string; word: string }

/** Word error rate: substituted, missing and extra words, divided by the words said. */
export function wordErrorRate(said: string, heard: string) {
  const [expected, found] = [normal(said), normal(heard)]
  let row = Array.from({ length: found.length + 1 }, (_, index) => index)
  for (const [i, word] of expected.entries()) {
    const next = [i + 1]
    for (const [j, other] of found.entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (word === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)! / expected.length
}

/**
 * The share of words with the right speaker, among words whose middle lies in a turn. Maps names to speakers one to one
 * such that the share is highest.
 */
export function speakerAccuracy(said: ReferenceWord[], heard: Heard[]) {
  const pairs = heard.flatMap((word) => {
    const middle = (word.start + word.end) / 2
    const turn = said.find(({ start, end }) => middle >= start && middle < end)
    return turn ? [{ right: turn.speaker, found: word.speaker }] : []
  })
  const found = [...new Set(pairs.map((pair) => pair.found))]
  const right = [...new Set(said.map((turn) => turn.speaker))]
  const best = Math.max(
    ...matchings(found, right).map(
      (names) => pairs.filter((pair) => names.get(pair.found) === pair.right).length,
    ),
  )
  return { share: best / pairs.length, words: pairs.length }
}

/** All one-to-one mappings of `names` to `of`; a name may stay unmapped. */
function matchings(names: string[], of: string[]): Map<string, string>[] {
  const [name, ...others] = names
  if (name === undefined) return [new Map()]
  const without = matchings(others, of)
  const withOne = of.flatMap((given) =>
    matchings(
      others,
      of.filter((it) => it !== given),
    ).map((rest) => new Map([...rest, [name, given]])),
  )
  return [...without, ...withOne]
}

const digits = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
]

/** Words as the recognizer writes them: lower case, no punctuation, numbers spelled out. */
const normal = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\b(?:10|\d)\b/g, (number) => digits[Number(number)] ?? number)
    .replace(/[^a-z0-9']+/g, ' ')
    .replace(/\bcan not\b/g, 'cannot')
    .replace(/\bok\b/g, 'okay')
    .trim()
    .split(' ')
    .filter((word) => word)

export type Ends = { right: number; found: number; said: number }

/**
 * Sentence ends in a transcript against those in the truth: all, and those inside turns, where no speaker change reveals
 * them. An end is right if it is between the same two words.
 */
export function sentenceEnds(said: ReferenceWord[], heard: { speaker: string; text: string }[]) {
  const expected = endsIn(said)
  const found = endsIn(heard)
  const at = aligned(
    expected.map(({ word }) => word),
    found.map(({ word }) => word),
  )
  const rightOf = (isCounted: (word: Spoken) => boolean): Ends => {
    const ends = new Set(
      expected.flatMap((word, index) => (word.isEnd && isCounted(word) ? [at[index]] : [])),
    )
    const set = found.flatMap((word, index) => (word.isEnd && isCounted(word) ? [index] : []))
    return {
      right: set.filter((index) => ends.has(index)).length,
      found: set.length,
      said: expected.filter((word) => word.isEnd && isCounted(word)).length,
    }
  }
  return { all: rightOf(() => true), insideTurns: rightOf(({ isLast }) => !isLast) }
}

export const precision = ({ right, found }: Ends) => right / Math.max(1, found)
export const recall = ({ right, said }: Ends) => right / Math.max(1, said)
export const f1 = ({ right, found, said }: Ends) => (2 * right) / Math.max(1, found + said)

type Spoken = { word: string; isEnd: boolean; isLast: boolean }

const endsIn = (parts: { speaker: string; text: string }[]) =>
  parts.flatMap(({ speaker, text }, index) => {
    const isTurnEnd = parts[index + 1]?.speaker !== speaker
    const written = text.split(/\s+/)
    return written.flatMap((token, at) => {
      const words = normal(token)
      return words.map((word, part): Spoken => {
        const isLastOfToken = part === words.length - 1
        return {
          word,
          isEnd: isLastOfToken && /[.?!]$/.test(token),
          isLast: isTurnEnd && isLastOfToken && at === written.length - 1,
        }
      })
    })
  })

/** For each word of `one`, the index of the word of `other` aligned to it, or of the one before it; minimizes errors. */
function aligned(one: string[], other: string[]) {
  const cost = Array.from({ length: one.length + 1 }, (_, i) =>
    Float64Array.from({ length: other.length + 1 }, (_cell, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  const change = (i: number, j: number) => (one[i - 1] === other[j - 1] ? 0 : 1.2)
  for (let i = 1; i <= one.length; i++)
    for (let j = 1; j <= other.length; j++)
      cost[i]![j] = Math.min(
        cost[i - 1]![j]! + 1,
        cost[i]![j - 1]! + 1,
        cost[i - 1]![j - 1]! + change(i, j),
      )
  const at: number[] = []
  for (let i = one.length, j = other.length; i > 0;) {
    if (j > 0 && cost[i]![j] === cost[i - 1]![j - 1]! + change(i, j)) at[--i] = --j
    else if (j > 0 && cost[i]![j] === cost[i]![j - 1]! + 1) j--
    else at[--i] = j - 1
  }
  return at
}
