/** Consecutive text of one direction, as it is drawn. */
export type BidiPiece = { text: string; direction: Direction }
type Direction = 'rtl' | 'ltr' | 'number' | 'neutral'

const rightToLeftLetters = String.raw`\p{scx=Hebr}\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}`
const number = String.raw`\p{N}(?:[\p{N}.,:/%]*[\p{N}%])?`
const rightToLeft = String.raw`(?:(?!\p{N})[${rightToLeftLetters}])[${rightToLeftLetters}\p{M}]*`
const pieces = new RegExp(`${number}|${rightToLeft}|(?:(?!${rightToLeft})[\\p{L}\\p{M}])+|.`, 'gsu')

const letter = /\p{L}/u
const isRightToLeftLetter = new RegExp(`(?!\\p{N})[${rightToLeftLetters}]`, 'u')

/** Whether a text is written from right to left: by its first letter, as in browsers. */
export const isRightToLeft = (text: string) =>
  isRightToLeftLetter.test(letter.exec(text)?.[0] ?? '')

export const hasRightToLeft = (text: string) =>
  Array.from(text).some((it) => letter.test(it) && isRightToLeftLetter.test(it))

export const splitByDirection = (text: string): BidiPiece[] =>
  (text.match(pieces) ?? []).map((it) => ({ text: it, direction: getDirection(it) }))

function getDirection(text: string): Direction {
  if (/^\p{N}/u.test(text)) return 'number'
  if (!letter.test(text)) return 'neutral'
  return isRightToLeftLetter.test(text) ? 'rtl' : 'ltr'
}

const mirrored = new Map(Array.from('()[]{}<>«»‹›').map((it, i, all) => [it, all[i ^ 1] ?? it]))

/**
 * The pieces of a line from left to right: the Unicode Bidirectional Algorithm (UAX 9) without explicit embeddings. Neutral
 * characters between letters of right-to-left scripts are mirrored; the font turns these letters round.
 */
export function orderVisually<P extends BidiPiece>(line: readonly P[], isBaseRtl: boolean): P[] {
  const base = isBaseRtl ? 1 : 0
  const leftToRight = isBaseRtl ? 2 : 0
  let isRtlBefore = isBaseRtl
  // A number in right-to-left text runs left to right, but counts as right-to-left for the signs beside it (rule N1).
  const strong = line.map(({ direction }) => {
    if (direction === 'neutral') return undefined
    if (direction === 'number') return { level: isRtlBefore ? 2 : leftToRight, isRtl: isRtlBefore }
    isRtlBefore = direction === 'rtl'
    return { level: isRtlBefore ? 1 : leftToRight, isRtl: isRtlBefore }
  })
  const isRtlAt = (it = { isRtl: isBaseRtl }) => it.isRtl
  const levels = strong.map((it, index) => {
    if (it) return it.level
    const before = isRtlAt(strong.slice(0, index).findLast(Boolean))
    const after = isRtlAt(strong.slice(index).find(Boolean))
    return before !== after ? base : before ? 1 : leftToRight
  })
  const ordered = line.map((piece, index) => ({ piece, level: levels[index] ?? base }))
  for (let level = 2; level >= 1; level--)
    for (let from = 0; from < ordered.length; from++) {
      let to = from
      while ((ordered[to]?.level ?? -1) >= level) to++
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse())
      from = to
    }
  return ordered.map(({ piece, level }) =>
    piece.direction === 'neutral' && level === 1
      ? { ...piece, text: mirrored.get(piece.text) ?? piece.text }
      : piece,
  )
}
