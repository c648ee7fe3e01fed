import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { longClock } from '#contract/recording-time.ts'
import { breakable, drawable } from './on-paper.ts'
import { printable, type TranscriptDocument } from './transcript-document.ts'

const face = (name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}`))
const regular = face('400Regular/Inter_400Regular.ttf')
const semiBold = face('600SemiBold/Inter_600SemiBold.ttf')

/** Points. */
const margin = 56
const ink = '#1c1917'
const muted = '#57534e'

const incomplete =
  'Some characters of this text cannot be shown in a PDF; the Word document and the text file have them.'

/**
 * As a page of paper, in a typeface with Latin, Greek and Cyrillic letters. Where it lacks one that was said, the page says so
 * at its top.
 */
export async function pdfFile({ title, about, lines, ifEmpty }: TranscriptDocument) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    font: regular,
    lang: 'en',
    displayTitle: true,
    info: { Title: title },
  })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const isWritten = new Promise((resolve) => pdf.on('end', resolve))
  const has = lettersOf(pdf)
  let isWhole = true
  const onPaper = (text: string) => {
    const drawn = drawable(printable(text), has)
    isWhole &&= drawn.isWhole
    return breakable(drawn.text)
  }
  const heading = { title: onPaper(title), about: onPaper(about) }
  const said = lines.map(({ speaker, start, text }) => ({
    ...{ start, speaker: speaker === null ? null : onPaper(speaker), text: onPaper(text) },
  }))
  pdf.font(semiBold).fontSize(18).fillColor(ink).text(heading.title)
  pdf.font(regular).fontSize(10).fillColor(muted).text(heading.about).moveDown(1.2)
  if (!isWhole) pdf.text(incomplete).moveDown(1.2)
  pdf.fontSize(10.5).lineGap(2)
  if (!lines.length) pdf.fillColor(ink).text(ifEmpty)
  for (const { speaker, start, text } of said) {
    if (start !== null)
      pdf
        .font(regular)
        .fillColor(muted)
        .text(`${longClock(start)}  `, { continued: true })
    if (speaker !== null)
      pdf.font(semiBold).fillColor(ink).text(`${speaker}: `, { continued: true })
    pdf.font(regular).fillColor(ink).text(text).moveDown(0.5)
  }
  pdf.end()
  await isWritten
  return Buffer.concat(parts)
}

/** What the typeface that is chosen now can draw: `pdfkit` knows it, and its types do not say so. */
const lettersOf = (pdf: PDFKit.PDFDocument): ReadonlySet<number> =>
  new Set(
    (pdf as unknown as { _font: { font: { characterSet: number[] } } })._font.font.characterSet,
  )
