/** Where one stands in the grid: the number of a row, and a week. */
export type Place = { row: number; week: number }

/** The grid as the keys see it: so many rows, and the weeks that can be entered, which follow one another. */
export type Field = {
  rows: number
  first: number
  last: number
  canWrite: (row: number) => boolean
}

/** Not edited; edited from what a cell held (`within`), or anew by typing (`over`). */
export type Mode = 'walk' | 'within' | 'over'

export type Deed =
  | { do: 'move'; to: Place }
  /** Begins to edit; with `text` in place of what was there. */
  | { do: 'edit'; text?: string }
  /** Ends editing, keeps what was typed, and goes on. */
  | { do: 'commit'; to: Place }
  | { do: 'cancel' }
  | { do: 'clear' }
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'tell' }

type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** What a key does in the grid, as in a sheet and by the pattern of a grid (WAI-ARIA); undefined leaves it to the browser. */
export function deedOf(event: Key, at: Place, mode: Mode, field: Field): Deed | undefined {
  const { key, shiftKey } = event
  const isCommand = event.ctrlKey || event.metaKey
  if (event.altKey) return undefined
  if (mode !== 'walk') return whileEditing(key, shiftKey, isCommand, at, mode, field)
  if (isCommand && key.toLowerCase() === 'z') return { do: shiftKey ? 'redo' : 'undo' }
  if (isCommand && key.toLowerCase() === 'y') return { do: 'redo' }
  const to = stepOf(key, isCommand, at, field)
  if (to) return { do: 'move', to }
  if (isCommand) return undefined
  const canWrite = field.canWrite(at.row)
  if (key === ' ') return { do: 'tell' }
  if (key === 'Enter' || key === 'F2') return canWrite ? { do: 'edit' } : { do: 'tell' }
  if (!canWrite) return undefined
  if (key === 'Delete' || key === 'Backspace') return { do: 'clear' }
  return /^[\d.,\-\u2212]$/.test(key) ? { do: 'edit', text: key } : undefined
}

function whileEditing(
  key: string,
  isBack: boolean,
  isCommand: boolean,
  at: Place,
  mode: Mode,
  field: Field,
): Deed | undefined {
  if (key === 'Escape') return { do: 'cancel' }
  if (key === 'Enter') return { do: 'commit', to: nextWritable(at, isBack ? -1 : 1, field) }
  if (key === 'Tab')
    return { do: 'commit', to: within({ ...at, week: at.week + (isBack ? -1 : 1) }, field) }
  const isUpright = key === 'ArrowUp' || key === 'ArrowDown'
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  // In what is edited from within the arrows belong to the text.
  if (isCommand || !(isUpright || (isSideways && mode === 'over'))) return undefined
  const to = stepOf(key, false, at, field)
  return to && { do: 'commit', to }
}

function stepOf(
  key: string,
  isFar: boolean,
  { row, week }: Place,
  field: Field,
): Place | undefined {
  switch (key) {
    case 'ArrowRight':
      return within({ row, week: isFar ? field.last : week + 1 }, field)
    case 'ArrowLeft':
      return within({ row, week: isFar ? field.first : week - 1 }, field)
    case 'ArrowDown':
      return within({ row: isFar ? field.rows - 1 : row + 1, week }, field)
    case 'ArrowUp':
      return within({ row: isFar ? 0 : row - 1, week }, field)
    case 'Home':
      return within({ row: isFar ? 0 : row, week: field.first }, field)
    case 'End':
      return within({ row: isFar ? field.rows - 1 : row, week: field.last }, field)
    default:
      return undefined
  }
}

/** The next row in which one can write; the same where there is none. */
function nextWritable(at: Place, by: 1 | -1, field: Field): Place {
  for (let row = at.row + by; row >= 0 && row < field.rows; row += by)
    if (field.canWrite(row)) return { ...at, row }
  return at
}

const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value))
export const within = ({ row, week }: Place, { rows, first, last }: Field): Place => ({
  row: clamp(row, 0, Math.max(0, rows - 1)),
  week: clamp(week, first, last),
})

/** A pasted text by its cells, as sheets write it: lines go down, tabs go to the right. */
export const pastedCells = (text: string, from: Place) =>
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
