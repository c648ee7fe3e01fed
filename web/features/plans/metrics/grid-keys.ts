export type CellPosition = { row: number; week: number }

export type GridBounds = {
  rowCount: number
  firstWeek: number
  lastWeek: number
  canWrite: (row: number) => boolean
}

/** `edit` starts from the cell's text, where arrow keys move the caret; `overwrite` replaces it. */
export type GridMode = 'navigate' | 'edit' | 'overwrite'

export type GridAction =
  | { type: 'move'; to: CellPosition }
  /** With `text`, that replaces the cell's text. */
  | { type: 'edit'; text?: string }
  | { type: 'commit'; to: CellPosition }
  | { type: 'cancel' }
  | { type: 'clear' }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'history' }

type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** What a key does in the grid, as in a spreadsheet and the WAI-ARIA grid pattern; undefined leaves it to the browser. */
export function getGridAction(
  event: Key,
  at: CellPosition,
  mode: GridMode,
  bounds: GridBounds,
): GridAction | undefined {
  const { key, shiftKey } = event
  const isCommand = event.ctrlKey || event.metaKey
  if (event.altKey) return undefined
  if (mode !== 'navigate') return whileEditing(key, shiftKey, isCommand, at, mode, bounds)
  if (isCommand && key.toLowerCase() === 'z') return { type: shiftKey ? 'redo' : 'undo' }
  if (isCommand && key.toLowerCase() === 'y') return { type: 'redo' }
  const to = getMove(key, isCommand, at, bounds)
  if (to) return { type: 'move', to }
  if (isCommand) return undefined
  const canWrite = bounds.canWrite(at.row)
  if (key === ' ') return { type: 'history' }
  if (key === 'Enter' || key === 'F2') return canWrite ? { type: 'edit' } : { type: 'history' }
  if (!canWrite) return undefined
  if (key === 'Delete' || key === 'Backspace') return { type: 'clear' }
  return /^[\d.,\-\u2212]$/.test(key) ? { type: 'edit', text: key } : undefined
}

function whileEditing(
  key: string,
  isBack: boolean,
  isCommand: boolean,
  at: CellPosition,
  mode: GridMode,
  bounds: GridBounds,
): GridAction | undefined {
  if (key === 'Escape') return { type: 'cancel' }
  if (key === 'Enter') return { type: 'commit', to: nextWritable(at, isBack ? -1 : 1, bounds) }
  if (key === 'Tab')
    return {
      type: 'commit',
      to: clampPosition({ ...at, week: at.week + (isBack ? -1 : 1) }, bounds),
    }
  const isAscending = key === 'ArrowUp' || key === 'ArrowDown'
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'

  if (isCommand || !(isAscending || (isSideways && mode === 'overwrite'))) return undefined
  const to = getMove(key, false, at, bounds)
  return to && { type: 'commit', to }
}

function getMove(
  key: string,
  isFar: boolean,
  { row, week }: CellPosition,
  bounds: GridBounds,
): CellPosition | undefined {
  switch (key) {
    case 'ArrowRight':
      return clampPosition({ row, week: isFar ? bounds.lastWeek : week + 1 }, bounds)
    case 'ArrowLeft':
      return clampPosition({ row, week: isFar ? bounds.firstWeek : week - 1 }, bounds)
    case 'ArrowDown':
      return clampPosition({ row: isFar ? bounds.rowCount - 1 : row + 1, week }, bounds)
    case 'ArrowUp':
      return clampPosition({ row: isFar ? 0 : row - 1, week }, bounds)
    case 'Home':
      return clampPosition({ row: isFar ? 0 : row, week: bounds.firstWeek }, bounds)
    case 'End':
      return clampPosition(
        { row: isFar ? bounds.rowCount - 1 : row, week: bounds.lastWeek },
        bounds,
      )
    default:
      return undefined
  }
}

function nextWritable(at: CellPosition, by: 1 | -1, bounds: GridBounds): CellPosition {
  for (let row = at.row + by; row >= 0 && row < bounds.rowCount; row += by)
    if (bounds.canWrite(row)) return { ...at, row }
  return at
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))
export const clampPosition = (
  { row, week }: CellPosition,
  { rowCount, firstWeek, lastWeek }: GridBounds,
): CellPosition => ({
  row: clamp(row, 0, Math.max(0, rowCount - 1)),
  week: clamp(week, firstWeek, lastWeek),
})

/** The cells of text copied from a spreadsheet: lines are rows, tabs separate columns. */
export const pastedCells = (text: string, from: CellPosition) =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n|\r/)
    .flatMap((line, down) =>
      line.split('\t').map((cell, right) => ({
        row: from.row + down,
        week: from.week + right,
        text: cell.trim(),
      })),
    )
