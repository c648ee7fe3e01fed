import { diffArrays } from 'diff'

type Pair = [index: number, otherIndex: number]

/** With more, texts are aligned in parts: the time for the whole grows with the square of its differences. */
const maxDifferences = 1000
/** Words of a part. */
const size = 400

/** The longest common subsequence of two lists of words, as pairs of indexes. Over 1,000 differences it may be shorter. */
export function commonWords(one: readonly string[], other: readonly string[]): Pair[] {
  const [from, to] = [findIndexes(one, new Set(other)), findIndexes(other, new Set(one))]
  const a = from.map((index) => one[index])
  const b = to.map((index) => other[index])
  const pairs = findPairs(a, b, maxDifferences) ?? pairsByPart(a, b)
  return pairs.map(([at, otherAt]) => [from[at] ?? 0, to[otherAt] ?? 0])
}

const findIndexes = (words: readonly string[], known: ReadonlySet<string>) =>
  words.flatMap((word, index) => (known.has(word) ? index : []))

function pairsByPart<Word>(a: readonly Word[], b: readonly Word[]) {
  const pairs: Pair[] = []
  let [at, otherAt] = [0, 0]
  while (at < a.length && otherAt < b.length) {
    const isLast = at + size >= a.length && otherAt + size >= b.length
    // The second half is aligned again with what follows it.
    const found = (
      findPairs(a.slice(at, at + size), b.slice(otherAt, otherAt + size)) ?? []
    ).filter(([step, otherStep]) => isLast || step + otherStep < size)
    for (const [step, otherStep] of found) pairs.push([at + step, otherAt + otherStep])
    const [step, otherStep] = found.at(-1) ?? [0, 0]
    const isFar = step + otherStep >= size / 2
    at += isLast ? size : isFar ? step + 1 : size / 2
    otherAt += isFar ? otherStep + 1 : size / 2
  }
  return pairs
}

/** Undefined where there are more differences. */
function findPairs<Word>(a: readonly Word[], b: readonly Word[], maxEditLength = Infinity) {
  const pairs: Pair[] = []
  let [at, otherAt] = [0, 0]
  const runs = diffArrays([...a], [...b], { maxEditLength })
  for (const { added, removed, count } of runs ?? []) {
    if (added) otherAt += count
    else if (removed) at += count
    else for (let left = count; left > 0; left--) pairs.push([at++, otherAt++])
  }
  return runs && pairs
}
