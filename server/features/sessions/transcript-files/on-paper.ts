/** Stands where the typeface has nothing. */
const box = '\u25a1'

/**
 * A text of letters that the typeface has, with a box for each other one: a letter without a shape would be no letter in what is
 * copied out of the file either. `isWhole`: nothing was lost.
 */
export function drawable(text: string, has: ReadonlySet<number>) {
  let isWhole = true
  const drawn = text.replaceAll(/[^ -~\n]/gu, (letter) => {
    if (has.has(letter.codePointAt(0) ?? 0)) return letter
    if (/\s/.test(letter)) return ' '
    // They change another letter or how lines break, and are nothing by themselves.
    if (/\p{Default_Ignorable_Code_Point}/u.test(letter)) return ''
    isWhole = false
    return /\p{M}/u.test(letter) ? '' : box
  })
  return { text: drawn, isWhole }
}

/** More of one word than any line has place for is broken; what somebody writes by hand stays whole. */
const longWord = /[^ ]{61,}/g
/** So short that it fits a line in the widest letters, and fills it well in others. */
const pieceLength = 16
/** No letter of any language has more marks; what is beyond them would stand on top of each other. */
const mostOfOne = 2 * pieceLength
/** Says where a word may be broken, and shows nothing. */
const mayBreak = '\u200b'

const graphemes = new Intl.Segmenter('en')

/**
 * A text that a page is laid out with in a time that grows with its length: `pdfkit` measures the whole rest of a word
 * again for each line that it fills, and knows no space between the words of Thai.
 */
export const breakable = (text: string) =>
  text.replaceAll(/[ \t]+/g, ' ').replaceAll(longWord, inPieces)

function inPieces(word: string) {
  const pieces: string[] = []
  let piece = ''
  for (const { segment: whole } of graphemes.segment(word)) {
    const segment = whole.slice(0, mostOfOne)
    if (piece.length + segment.length > pieceLength) {
      pieces.push(piece)
      piece = ''
    }
    piece += segment
  }
  return [...pieces, piece].join(mayBreak)
}
