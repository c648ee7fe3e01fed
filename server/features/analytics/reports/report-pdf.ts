import { describeFigures, formatPeriod, formatShare } from '#contract/analytics/figure-words.ts'
import { type PdfWriter, renderPdf } from '../../../platform/pdf/pdf-document.ts'
import { drawParagraph } from '../../../platform/pdf/pdf-paragraph.ts'
import { describeProtection, listRows, type Report, type ReportRow } from './report-rows.ts'

/** Points. Black, white and two grays, so that it reads the same without color. */
const margin = 56
const ink = '#1c1917'
const muted = '#57534e'
const hairline = '#a8a29e'

/** Two pages in A4: what it says, and every figure. */
export function reportPdf(report: Report) {
  const title = `Report ${formatPeriod(report.quarter)}`
  return renderPdf({ margin, title }, (writer) => {
    drawSummary(writer, report)
    writer.pdf.addPage()
    drawFigures(writer, report)
  })
}

const draw = (
  { pdf, plain, bold }: PdfWriter,
  text: string,
  { size = 11, isBold = false, color = ink } = {},
) =>
  drawParagraph(pdf, { size, lineGap: size / 4 }, [{ text, fonts: isBold ? bold : plain, color }])

function drawHeader(writer: PdfWriter, { brandName, organizationName, quarter }: Report) {
  const { pdf, prepare } = writer
  const name = prepare(organizationName)
  const parts = [prepare(brandName).text, ...(name.isComplete ? [name.text] : [])]
  draw(writer, parts.join(' · '), { color: muted })
  pdf.moveDown(0.3)
  draw(writer, `Quarterly report, ${formatPeriod(quarter)}`, { size: 22, isBold: true })
  pdf.moveDown(0.6)
}

function drawSummary(writer: PdfWriter, report: Report) {
  const { pdf } = writer
  const { view, minimumGroup } = report
  const { use, help, next } = describeFigures({ ...view, minimumGroup })
  drawHeader(writer, report)
  const { coverage, engagement, outcomes } = view
  drawTiles(writer, [
    ['take part', formatOrDash(coverage.coveragePercent, (it) => `${it}%`)],
    ['found it helpful', formatOrDash(engagement.helpfulPercent, (it) => formatShare(it, view))],
    ['reliably better', formatOrDash(outcomes.improvedPercent, (it) => formatShare(it, view))],
    ['days to first session', formatOrDash(outcomes.daysToFirstSession, String)],
  ])
  for (const [question, answer] of [
    ['Do people use it?', use],
    ['Does it help?', help],
    ...(next ? [['What comes next', next]] : []),
  ] as const) {
    draw(writer, question, { size: 14, isBold: true })
    draw(writer, answer)
    pdf.moveDown(0.8)
  }
  drawParticipation(writer, report)
}

const formatOrDash = (value: number | null, format: (value: number) => string) =>
  value === null ? '–' : format(value)

function drawTiles(writer: PdfWriter, tiles: readonly (readonly [string, string])[]) {
  const { pdf, plain, bold } = writer
  const width = (pdf.page.width - 2 * margin) / tiles.length
  const top = pdf.y
  for (const [index, [label, value]] of tiles.entries()) {
    const x = margin + index * width
    pdf
      .rect(x, top, width - 8, 62)
      .lineWidth(0.75)
      .stroke(hairline)
    const options = { width: width - 24, lineBreak: false }
    pdf
      .fillColor(ink)
      .font(bold[0]?.file ?? '')
      .fontSize(22)
      .text(value, x + 8, top + 9, options)
    pdf
      .fillColor(muted)
      .font(plain[0]?.file ?? '')
      .fontSize(9)
      .text(label, x + 8, top + 42, options)
  }
  pdf.x = margin
  pdf.y = top + 82
}

/** A line over the periods, each known one with its figure. */
function drawParticipation(writer: PdfWriter, { view }: Report) {
  const { pdf, plain } = writer
  const { by, periods } = view.outcomes.participation
  draw(writer, `People with a session, by ${by}`, { size: 14, isBold: true })
  const [height, base] = [230, pdf.y + 252]
  const slot = (pdf.page.width - 2 * margin) / periods.length
  const most = Math.max(1, ...periods.map(({ people }) => people ?? 0))
  const label = (text: string, x: number, y: number) =>
    pdf
      .font(plain[0]?.file ?? '')
      .fontSize(8.5)
      .fillColor(ink)
      .text(text, x - slot / 2, y, {
        ...{ width: slot, align: 'center', lineBreak: false },
      })
  pdf
    .moveTo(margin, base)
    .lineTo(pdf.page.width - margin, base)
    .lineWidth(0.75)
    .stroke(hairline)
  let last: { x: number; y: number } | undefined
  for (const [index, { period, people }] of periods.entries()) {
    const x = margin + slot * (index + 0.5)
    const [name = '', year = ''] = formatPeriod(period).split(' ')
    label(name, x, base + 6)
    if (index === 0 || name === 'Jan' || by === 'quarter') label(year, x, base + 18)
    if (people === null) {
      label('–', x, base - 14)
      last = undefined
      continue
    }
    const y = base - (height * people) / most
    if (last) pdf.moveTo(last.x, last.y).lineTo(x, y).lineWidth(1.5).stroke(ink)
    last = { x, y }
  }
  for (const [index, { people }] of periods.entries()) {
    if (people === null) continue
    const [x, y] = [margin + slot * (index + 0.5), base - (height * people) / most]
    pdf.circle(x, y, 3).lineWidth(1).fillAndStroke('#ffffff', ink)
    label(`${people}+`, x, y - 17)
  }
}

function drawFigures(writer: PdfWriter, report: Report) {
  const { pdf } = writer
  const { view, minimumGroup, madeAt } = report
  const rows = listRows(view)
  draw(writer, 'All figures', { size: 14, isBold: true })
  pdf.moveDown(0.3)
  for (const part of ['Coverage', 'Use', 'Results'] as const)
    drawTable(writer, [
      [part, ''],
      ...rows
        .filter((it) => it.part === part && it.period === null)
        .map((it) => [it.figure, formatValue(it, view.currency)]),
    ])
  drawTable(writer, [
    ['People by risk', 'High', 'Medium', 'Low', 'Total'],
    ...view.risk.map(({ month, highRisk, mediumRisk, lowRisk, total }) => [
      formatPeriod(month),
      ...[highRisk, mediumRisk, lowRisk, total].map((it) => formatOrDash(it, (of) => `${of}+`)),
    ]),
  ])
  draw(writer, 'How these figures are protected', { size: 12, isBold: true })
  for (const line of describeProtection(minimumGroup)) draw(writer, line, { size: 9.5 })
  pdf.moveDown(0.4)
  const day = new Date(madeAt).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  draw(
    writer,
    `Figures as published on ${day}. A dash stands for too few people. Reliably better: more than measurement error since the first questionnaire.`,
    {
      ...{ size: 9, color: muted },
    },
  )
}

function formatValue({ value, unit, isAtLeast }: ReportRow, currency: string) {
  if (value === null) return '–'
  const number = value.toLocaleString('en-US')
  if (unit === 'money') return `${currency} ${number}`
  const atLeast = isAtLeast ? '+' : ''
  return unit === 'percent' ? `${number}%${atLeast}` : `${number}${atLeast} ${unit}`
}

/** The first row is the heading, the first column the widest. */
function drawTable(writer: PdfWriter, rows: readonly (readonly string[])[]) {
  const { pdf, plain, bold } = writer
  const rowHeight = 17.5
  const width = pdf.page.width - 2 * margin
  const columns = rows[0]?.length ?? 1
  const first = columns > 2 ? width * 0.36 : width * 0.72
  for (const [index, cells] of rows.entries()) {
    const y = pdf.y
    for (const [column, text] of cells.entries()) {
      const x =
        column === 0 ? margin : margin + first + ((column - 1) * (width - first)) / (columns - 1)
      pdf
        .font((index === 0 ? bold : plain)[0]?.file ?? '')
        .fontSize(9.5)
        .fillColor(ink)
        .text(text, x, y, {
          width: column === 0 ? first : (width - first) / (columns - 1),
          align: column === 0 ? 'left' : 'right',
          lineBreak: false,
        })
    }
    const bottom = y + rowHeight - 4
    pdf
      .moveTo(margin, bottom)
      .lineTo(pdf.page.width - margin, bottom)
      .lineWidth(index === 0 ? 1 : 0.4)
      .stroke(index === 0 ? ink : hairline)
    pdf.x = margin
    pdf.y = y + rowHeight
  }
  pdf.moveDown(0.8)
}
