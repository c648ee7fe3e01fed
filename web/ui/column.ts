import type { ReactNode } from 'react'

/**
 * Where a column stands on a card, which takes the place of a row on phones: at the head, beside it, in a line of its
 * own, under a name, or at the foot, where one acts. Without a place it is not there.
 */
export type CardPlace = 'head' | 'corner' | 'line' | 'foot' | { fact: string; isWide?: boolean }

/**
 * One column of a list: its heading, its cells, its place on a card, and the order that its heading stands for, of those
 * that the list has.
 */
export type Column<Row, Sort extends string = never> = {
  id: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Pixels that it needs. */
  width: number
  /** Its share of the room that is left over. */
  grow?: number
  /** Where there is no room for all, columns fold away, the highest number first. Without one it always stays. */
  priority?: number
  /** What stands for it in a second line of its row when it is folded away, unless the row's own page shows it. */
  folded?: (row: Row) => ReactNode
  isNumeric?: boolean
  /** It names its row. */
  isHeading?: boolean
  /** What it holds stands at its end, as buttons do in the last one. */
  isAtEnd?: boolean
  /** The order in which it rises, as the endpoint names it: '-since' for years of experience. */
  sort?: Sort
  /** One looks for the highest first: the first press on the heading makes it fall. */
  isDescendingFirst?: boolean
  onPhone?: CardPlace
}

const widthOf = (columns: readonly { width: number }[]) =>
  columns.reduce((sum, { width }) => sum + width, 0)

/** Columns in a table of so many pixels, those folded away, and whether the rest still has to scroll sideways. */
export function fitColumns<Row>(columns: readonly Column<Row, string>[], room: number) {
  const foldable = columns
    .filter(({ priority }) => priority !== undefined)
    .toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
  let shown = columns
  while (widthOf(shown) > room && foldable.length) {
    const last = foldable.pop()
    shown = shown.filter((column) => column !== last)
  }
  const spare = Number.isFinite(room) ? Math.max(0, room - widthOf(shown)) : 0
  const shares = shown.reduce((sum, { grow = 0 }) => sum + grow, 0)
  return {
    shown: shown.map((column) => ({
      ...column,
      width: column.width + (shares && (spare * (column.grow ?? 0)) / shares),
    })),
    folded: columns.filter((column) => column.folded && !shown.includes(column)),
    needed: widthOf(shown),
    isTooWide: widthOf(shown) > room,
  }
}

/** What one presses stands at the end of a row, where it stays in view, and not on paper. */
export const isActionColumn = ({ onPhone }: Pick<Column<never>, 'onPhone'>) => onPhone === 'foot'

/** What one presses or ticks is not on paper. */
export const isPrintedColumn = (column: Pick<Column<never>, 'id' | 'onPhone'>) =>
  !isActionColumn(column) && column.id !== 'select'

/** What a column is called in words, where its heading is not there: on cards. */
export function columnName({
  id,
  header,
  onPhone,
}: Pick<Column<never>, 'id' | 'header' | 'onPhone'>) {
  if (typeof onPhone === 'object') return onPhone.fact
  const name = typeof header === 'string' ? header : id
  return name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()
}

/** In which order a list stands, as its endpoint names it: with a minus it falls. */
export type Sorting = { by: string; onSort: (by: string) => void }

const reverseSort = (sort: string) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`)

/** The order after a press on the heading: rising first, where not said otherwise, and then the other way round. */
export function nextSort(sort: string, by: string, isDescendingFirst = false) {
  const first = isDescendingFirst ? reverseSort(sort) : sort
  return by === first ? reverseSort(first) : first
}

export const sortDirection = (sort: string, by: string) =>
  by === sort ? 'ascending' : by === reverseSort(sort) ? 'descending' : 'none'
