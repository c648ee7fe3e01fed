import { hasRightToLeft, isRightToLeft, orderVisually, splitByDirection } from './bidi.ts'

/** A font with the characters that it has. */
/** `ascender` as a share of the font size. */
export type PdfFont = { file: string; ascender: number; has: ReadonlySet<number> }
export type PdfRun = { text: string; fonts: readonly PdfFont[]; color: string }
/** In points. */
type Look = { size: number; lineGap: number }
type Piece = { text: string; font: PdfFont; color: string }

const graphemes = new Intl.Segmenter('en')

/** Missing in the types of `pdfkit`. */
const currentFont = (pdf: PDFKit.PDFDocument) =>
  (pdf as unknown as { _font: { ascender: number; font: { characterSet: number[] } } })._font

export function openFont(pdf: PDFKit.PDFDocument, file: string): PdfFont {
  pdf.font(file)
  const { ascender, font } = currentFont(pdf)
  return { file, ascender: ascender / 1000, has: new Set(font.characterSet) }
}

/** Consecutive text of the first font that has its characters. */
function splitByFont({ text, fonts, color }: PdfRun): Piece[] {
  const pieces: Piece[] = []
  for (const { segment } of graphemes.segment(text)) {
    const codes = Array.from(segment, (it) => it.codePointAt(0) ?? 0)
    const font =
      fonts.find(({ has }) => codes.every((it) => has.has(it))) ??
      fonts.find(({ has }) => has.has(codes[0] ?? 0)) ??
      fonts[0]
    if (!font) return []
    const drawn = String.fromCodePoint(...codes.filter((it) => font.has.has(it)))
    const last = pieces.at(-1)
    if (last?.font === font) last.text += drawn
    else pieces.push({ text: drawn, font, color })
  }
  return pieces
}

/** Draws a paragraph with the fallback fonts and in the direction of its text, which is that of its last run. */
export function drawParagraph(pdf: PDFKit.PDFDocument, look: Look, runs: readonly PdfRun[]) {
  if (runs.some(({ text }) => hasRightToLeft(text))) return drawInBothDirections(pdf, look, runs)
  pdf.fontSize(look.size).lineGap(look.lineGap)
  const pieces = runs.flatMap(splitByFont)
  for (const [index, { text, font, color }] of pieces.entries())
    pdf
      .font(font.file)
      .fillColor(color)
      .text(text, { continued: index < pieces.length - 1 })
}

/** `pdfkit` knows one direction only, so the lines are broken and ordered here. */
function drawInBothDirections(
  pdf: PDFKit.PDFDocument,
  { size, lineGap }: Look,
  runs: readonly PdfRun[],
) {
  pdf.fontSize(size)
  const isRtl = isRightToLeft(runs.at(-1)?.text ?? '')
  const { left, right, top, bottom } = pdf.page.margins
  const width = pdf.page.width - left - right
  const pieces = runs.flatMap(splitByFont).flatMap(({ font, color, text }) =>
    splitByDirection(text).map((it) => {
      pdf.font(font.file)
      const height = pdf.currentLineHeight() + lineGap
      return { ...it, font, color, height, width: pdf.widthOfString(it.text) }
    }),
  )
  const isBreak = ({ text }: { text: string }) => text === ' ' || text === '\u200b'
  const sumWidths = (line: readonly { width: number }[]) =>
    line.reduce((sum, it) => sum + it.width, 0)
  const drawLine = (line: typeof pieces) => {
    const height = Math.max(...line.map((it) => it.height))
    if (pdf.y + height > pdf.page.height - bottom) {
      pdf.addPage()
      pdf.y = top
    }
    let x = isRtl ? left + width - sumWidths(line) : left
    const { y } = pdf
    // One baseline for all fonts.
    const ascent = size * Math.max(...line.map(({ font }) => font.ascender))
    for (const { text, font, color, width: advance } of orderVisually(line, isRtl)) {
      pdf
        .font(font.file)
        .fillColor(color)
        .text(text, x, y + ascent, { lineBreak: false, baseline: 'alphabetic' })
      x += advance
    }
    pdf.x = left
    pdf.y = y + height
  }
  let line: typeof pieces = []
  for (let from = 0; from < pieces.length;) {
    const next = pieces.findIndex((it, index) => index > from && isBreak(it))
    const word = pieces.slice(from, next < 0 ? undefined : next)
    if (line.length && sumWidths(line) + sumWidths(word) > width) {
      drawLine(line)
      line = word.filter((it) => !isBreak(it))
    } else line.push(...word)
    from += word.length
  }
  if (line.length) drawLine(line)
}
