const missingGlyph = '\u25a1'

/**
 * Splits ligatures, and replaces characters that no font has with a box. `isComplete`: none were replaced.
 */
export function replaceMissingGlyphs(text: string, has: (codePoint: number) => boolean) {
  let isComplete = true
  const split = text.replaceAll(/[\ufb00-\ufb06]/g, (it) => it.normalize('NFKC'))
  const result = split.replaceAll(/[^ -~\n]/gu, (letter) => {
    // Joiners and variants belong to emoji and to Arabic words.
    if (/\u200c|\u200d|\ufe0f/.test(letter)) return letter
    if (/\s/.test(letter)) return ' '
    // Invisible by themselves.
    if (/\p{Default_Ignorable_Code_Point}/u.test(letter)) return ''
    if (has(letter.codePointAt(0) ?? 0)) return letter
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
