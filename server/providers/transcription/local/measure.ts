// How good a transcript is, against what was really said and by whom. For tests.

export type Said = { start: number; end: number; speaker: string; text: string }
type Heard = { start: number; end: number; speaker: string; word: string }

/** Errors (words wrong, missing or too many) over words said. */
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
 * The share of words with the right speaker, of those whose middle lies in somebody's turn. Names are matched such
 * that it is highest, each to one speaker.
 */
export function speakerAccuracy(said: Said[], heard: Heard[]) {
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

/** All ways to give each of `names` one of `of`, or nothing, none twice. */
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

/** Words as the recogniser writes them: no case, no marks, numbers spelled out. */
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
