type Cell = string | number | boolean | null

/**
 * One record of CSV (RFC 4180, section 2). A text that a spreadsheet would take for a formula gets an apostrophe in
 * front, so that a name someone chose cannot make it do anything.
 */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(cell: Cell) {
  const text = cell === null ? '' : String(cell)
  const isFormula = typeof cell === 'string' && /^[\s]*[=+\-@]|^[\t\r\n]/.test(text)
  const harmless = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
