const missingGlyph = '\u25a1'

/**
 * Replaces characters that the font lacks with a box. `isComplete`: none were replaced.
 */
export function replaceMissingGlyphs(text: string, has: ReadonlySet<number>) {
  let isComplete = true
  const result = text.replaceAll(/[^ -~\n]/gu, (letter) => {
    if (has.has(letter.codePointAt(0) ?? 0)) return letter
    if (/\s/.test(letter)) return ' '
    // Invisible by themselves.
    if (/\p{Default_Ignorable_Code_Point}/u.test(letter)) return ''
    isComplete = false
    return /\p{M}/u.test(letter) ? '' : missingGlyph
  })
  return { text: result, isComplete }
}

/** Longer than any line. */
const longWord = /[^ ]{61,}/g
/** Fits a line even in the widest characters. */
const chunkLength = 16
/** No language needs more combining marks. */
const maxGraphemeLength = 2 * chunkLength
const zeroWidthSpace = '\u200b'

const graphemes = new Intl.Segmenter('en')

/**
 * Keeps layout time linear: `pdfkit` measures the rest of a long word again for each line.
 */
export const breakLongWords = (text: string) =>
  text.replaceAll(/[ \t]+/g, ' ').replaceAll(longWord, splitWord)

function splitWord(word: string) {
  const chunks: string[] = []
  let chunk = ''
  for (const { segment: whole } of graphemes.segment(word)) {
    const segment = whole.slice(0, maxGraphemeLength)
    if (chunk.length + segment.length > chunkLength) {
      chunks.push(chunk)
      chunk = ''
    }
    chunk += segment
  }
  return [...chunks, chunk].join(zeroWidthSpace)
}
