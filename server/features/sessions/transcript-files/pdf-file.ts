import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { formatLongTime } from '#contract/rules/recording-time.ts'
import { drawParagraph, openFont } from './pdf-paragraph.ts'
import { digitalSourceType, printable, type TranscriptDocument } from './transcript-document.ts'

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

/** Points. */
const margin = 56
const ink = '#1c1917'
const muted = '#57534e'

const missingGlyphsNote =
  'Some characters cannot be shown in this PDF. The Word document and the text file include them.'

/**
 * The fonts have Latin, Greek, Cyrillic, Hebrew and Arabic letters, and emoji. A note at the top says where others were
 * replaced.
 */
export async function pdfFile({ title, about, origin, lines, ifEmpty }: TranscriptDocument) {
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
      ...(origin && { Subject: withoutMarkup(origin.sentence) }),
      ...(origin?.isByModel && { Keywords: 'AI-generated' }),
    },
  })
  if (origin?.isByModel) appendXml(pdf, sourceTypeXml)
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const isWritten = new Promise((resolve) => pdf.on('end', resolve))
  const plain = fontFiles.regular.map((file) => openFont(pdf, file))
  const bold = fontFiles.semiBold.map((file) => openFont(pdf, file))
  const has = (codePoint: number) => plain.some((font) => font.has.has(codePoint))
  let isComplete = true
  const prepare = (text: string) => {
    const drawn = replaceMissingGlyphs(printable(text), has)
    isComplete &&= drawn.isComplete
    return breakLongWords(drawn.text)
  }
  const heading = {
    title: prepare(title),
    about: prepare(about),
    origin: prepare(origin?.sentence ?? ''),
  }
  const said = lines.map(({ speaker, start, text }) => ({
    ...{ start, speaker: speaker === null ? null : prepare(speaker), text: prepare(text) },
  }))
  const small = { size: 10, lineGap: 0 }
  const body = { size: 10.5, lineGap: 2 }
  const draw = (text: string) => drawParagraph(pdf, small, [{ text, fonts: plain, color: muted }])
  drawParagraph(pdf, { size: 18, lineGap: 0 }, [{ text: heading.title, fonts: bold, color: ink }])
  draw(heading.about)
  if (heading.origin) {
    pdf.moveDown(0.5)
    draw(heading.origin)
  }
  pdf.moveDown(1.2)
  if (!isComplete) {
    draw(missingGlyphsNote)
    pdf.moveDown(1.2)
  }
  if (!lines.length) drawParagraph(pdf, body, [{ text: ifEmpty, fonts: plain, color: ink }])
  for (const { speaker, start, text } of said) {
    drawParagraph(pdf, body, [
      ...(start === null
        ? []
        : [{ text: `${formatLongTime(start)}  `, fonts: plain, color: muted }]),
      ...(speaker === null ? [] : [{ text: `${speaker}: `, fonts: bold, color: ink }]),
      // A continued line that ends with an empty text would be overwritten by the next one.
      ...(text === '' ? [] : [{ text, fonts: plain, color: ink }]),
    ])
    pdf.moveDown(0.5)
  }
  pdf.end()
  await isWritten
  return Buffer.concat(parts)
}

/** `pdfkit` copies these texts into XML as they are. */
const withoutMarkup = (text: string) => printable(text).replaceAll(/[<>&]/g, '')

const sourceTypeXml = `
<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
  <Iptc4xmpExt:DigitalSourceType>${digitalSourceType}</Iptc4xmpExt:DigitalSourceType>
</rdf:Description>`

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
