type Cell = string | number | boolean | null

/**
 * One CSV record (RFC 4180, section 2). Text that a spreadsheet would interpret as a formula gets a leading apostrophe,
 * so that names cannot inject formulas.
 */
export const csvLine = (cells: readonly Cell[]) => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(cell: Cell) {
  const text = cell === null ? '' : String(cell)
  const isFormula = typeof cell === 'string' && /^[\s]*[=+\-@]|^[\t\r\n]/.test(text)
  const harmless = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
