import { calendarDay, minutesOfDay } from '#contract/rules/calendar.ts'
import type { CsvSeparator } from '#contract/csv.ts'

type Cell = string | number | boolean | null

/** At the start of a file, or Excel does not read it as UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * One CSV record (RFC 4180, section 2). Text that a spreadsheet would interpret as a formula gets a leading apostrophe,
 * so that names cannot inject formulas.
 */
export const csvLine = (cells: readonly Cell[], separator: CsvSeparator = 'comma') =>
  `${cells.map((it) => formatCell(it, separator)).join(separator === 'comma' ? ',' : ';')}\r\n`

function formatCell(cell: Cell, separator: CsvSeparator) {
  const plain = cell === null ? '' : String(cell)
  const text =
    typeof cell === 'number' && separator === 'semicolon' ? plain.replace('.', ',') : plain
  const isFormula = typeof cell === 'string' && /^[\s]*[=+\-@]|^[\t\r\n]/.test(text)
  const harmless = isFormula ? `'${text}` : text
  const isQuoted = separator === 'comma' ? /[",\r\n]/ : /[";\r\n]/
  return isQuoted.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** "2026-11-29 14:30", which spreadsheets read as a time. */
export function localTime(at: string | null, timeZone: string) {
  if (at === null) return null
  const date = new Date(at)
  const minutes = minutesOfDay(date, timeZone)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((it) =>
    String(it).padStart(2, '0'),
  )
  return `${calendarDay(date, timeZone)} ${hour}:${minute}`
}
