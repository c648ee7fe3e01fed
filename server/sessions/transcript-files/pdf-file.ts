import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { longClock } from '#contract/recording-time.ts'
import { breakable } from './on-paper.ts'
import { printable, type TranscriptDocument } from './transcript-document.ts'

const face = (name: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}`))
const regular = face('400Regular/Inter_400Regular.ttf')
const semiBold = face('600SemiBold/Inter_600SemiBold.ttf')

/** Points. */
const margin = 56
const ink = '#1c1917'
const muted = '#57534e'

/** As a page of paper, in a typeface with Latin, Greek and Cyrillic letters. */
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
  const isWhole = new Promise((resolve) => pdf.on('end', resolve))
  pdf.font(semiBold).fontSize(18).fillColor(ink).text(onPaper(title))
  pdf.font(regular).fontSize(10).fillColor(muted).text(onPaper(about)).moveDown(1.2)
  pdf.fontSize(10.5).lineGap(2)
  if (!lines.length) pdf.fillColor(ink).text(ifEmpty)
  for (const { speaker, start, text } of lines) {
    if (start !== null)
      pdf
        .font(regular)
        .fillColor(muted)
        .text(`${longClock(start)}  `, { continued: true })
    if (speaker !== null)
      pdf
        .font(semiBold)
        .fillColor(ink)
        .text(`${onPaper(speaker)}: `, { continued: true })
    pdf.font(regular).fillColor(ink).text(onPaper(text)).moveDown(0.5)
  }
  pdf.end()
  await isWhole
  return Buffer.concat(parts)
}

const onPaper = (text: string) => breakable(printable(text))
