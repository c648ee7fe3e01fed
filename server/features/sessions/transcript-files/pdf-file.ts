import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { formatLongTime } from '#contract/recording-time.ts'
import { breakLongWords, replaceMissingGlyphs } from './pdf-text.ts'
import { digitalSourceType, printable, type TranscriptDocument } from './transcript-document.ts'

const fontFile = (name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}`))
const regular = fontFile('400Regular/Inter_400Regular.ttf')
const semiBold = fontFile('600SemiBold/Inter_600SemiBold.ttf')

/** Points. */
const margin = 56
const ink = '#1c1917'
const muted = '#57534e'

const missingGlyphsNote =
  'Some characters cannot be shown in this PDF. The Word document and the text file include them.'

/**
 * The font has Latin, Greek and Cyrillic letters. A note at the top says where others were replaced.
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
  const has = glyphsOf(pdf)
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
  pdf.font(semiBold).fontSize(18).fillColor(ink).text(heading.title)
  pdf.font(regular).fontSize(10).fillColor(muted).text(heading.about)
  if (heading.origin) pdf.moveDown(0.5).text(heading.origin)
  pdf.moveDown(1.2)
  if (!isComplete) pdf.text(missingGlyphsNote).moveDown(1.2)
  pdf.fontSize(10.5).lineGap(2)
  if (!lines.length) pdf.fillColor(ink).text(ifEmpty)
  for (const { speaker, start, text } of said) {
    if (start !== null)
      pdf
        .font(regular)
        .fillColor(muted)
        .text(`${formatLongTime(start)}  `, { continued: true })
    if (speaker !== null)
      pdf
        .font(semiBold)
        .fillColor(ink)
        .text(`${speaker}: `, { continued: text !== '' })
    // A continued line that ends with an empty text would be overwritten by the next one.
    if (text !== '') pdf.font(regular).fillColor(ink).text(text)
    pdf.moveDown(0.5)
  }
  pdf.end()
  await isWritten
  return Buffer.concat(parts)
}

/** Characters of the current font; missing in the types of `pdfkit`. */
const glyphsOf = (pdf: PDFKit.PDFDocument): ReadonlySet<number> =>
  new Set(
    (pdf as unknown as { _font: { font: { characterSet: number[] } } })._font.font.characterSet,
  )

/** `pdfkit` copies these texts into XML as they are. */
const withoutMarkup = (text: string) => printable(text).replaceAll(/[<>&]/g, '')

const sourceTypeXml = `
<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
  <Iptc4xmpExt:DigitalSourceType>${digitalSourceType}</Iptc4xmpExt:DigitalSourceType>
</rdf:Description>`

/** Missing in the types of `pdfkit`. */
const appendXml = (pdf: PDFKit.PDFDocument, xml: string) =>
  (pdf as unknown as { appendXML: (xml: string) => void }).appendXML(xml)
