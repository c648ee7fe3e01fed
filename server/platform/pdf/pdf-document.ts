import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { printable } from '#contract/rules/words.ts'
import { openFont, type PdfFont } from './pdf-paragraph.ts'

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${name}`))
const regular = fontFile('inter/400Regular/Inter_400Regular.ttf')
const fontFiles = {
  regular: [
    regular,
    fontFile('noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
    fontFile('noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'),
    fontFile('noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
  ],
  semiBold: [
    fontFile('inter/600SemiBold/Inter_600SemiBold.ttf'),
    fontFile('noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf'),
    fontFile('noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf'),
    fontFile('noto-emoji/600SemiBold/NotoEmoji_600SemiBold.ttf'),
  ],
}

type PdfInfo = { margin: number; title: string; subject?: string; keywords?: string; xml?: string }
export type PdfWriter = {
  pdf: PDFKit.PDFDocument
  plain: readonly PdfFont[]
  bold: readonly PdfFont[]
  /** Text that the fonts can draw. `isComplete`: no character was replaced. */
  prepare: (text: string) => { text: string; isComplete: boolean }
}

/**
 * Pages in A4; `margin` in points. The fonts have Latin, Greek, Cyrillic, Hebrew and Arabic letters, and emoji.
 */
export async function renderPdf(
  { margin, title, subject, keywords, xml }: PdfInfo,
  draw: (writer: PdfWriter) => void,
) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    font: regular,
    lang: 'en',
    displayTitle: true,
    // Metadata in XML is part of PDF since 1.4.
    pdfVersion: '1.7',
    info: {
      Title: title,
      ...(subject && { Subject: withoutMarkup(subject) }),
      ...(keywords && { Keywords: keywords }),
    },
  })
  if (xml) appendXml(pdf, xml)
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const isWritten = new Promise((resolve) => pdf.on('end', resolve))
  const plain = fontFiles.regular.map((file) => openFont(pdf, file))
  const bold = fontFiles.semiBold.map((file) => openFont(pdf, file))
  const has = (codePoint: number) => plain.some((font) => font.has.has(codePoint))
  const prepare = (text: string) => {
    const drawn = replaceMissingGlyphs(printable(text), has)
    return { text: breakLongWords(drawn.text), isComplete: drawn.isComplete }
  }
  draw({ pdf, plain, bold, prepare })
  pdf.end()
  await isWritten
  return Buffer.concat(parts)
}

/** `pdfkit` copies these texts into XML as they are. */
const withoutMarkup = (text: string) => printable(text).replaceAll(/[<>&]/g, '')

/** Missing in the types of `pdfkit`. */
const appendXml = (pdf: PDFKit.PDFDocument, xml: string) =>
  (pdf as unknown as { appendXML: (xml: string) => void }).appendXML(xml)

const missingGlyph = '\u25a1'

/**
 * Splits ligatures, and replaces characters that no font has with a box. `isComplete`: none were replaced.
 */
function replaceMissingGlyphs(text: string, has: (codePoint: number) => boolean) {
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
const breakLongWords = (text: string) =>
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
