import type { ReactNode } from 'react'

/** Where a column is shown on a card on phones; nowhere without one. */
export type CardPlace = 'head' | 'corner' | 'line' | 'foot' | { fact: string; isWide?: boolean }

export type Column<Row, Sort extends string = never> = {
  id: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** In pixels. */
  width: number
  /** Its share of the remaining width. */
  grow?: number
  /** Columns that do not fit fold away, the highest number first. Those without one always stay. */
  priority?: number
  /** What the row shows in a second line when the column has folded away. */
  folded?: (row: Row) => ReactNode
  isNumeric?: boolean
  /** A row header. */
  isHeading?: boolean
  isAtEnd?: boolean
  /** As the endpoint names it, in ascending order: '-since' for years of experience. */
  sort?: Sort
  isDescendingFirst?: boolean
  onPhone?: CardPlace
}

const sumWidths = (columns: readonly { width: number }[]) =>
  columns.reduce((sum, { width }) => sum + width, 0)

/** The columns that fit into a table of this width, those folded away, and whether it still has to scroll sideways. */
export function fitColumns<Row>(columns: readonly Column<Row, string>[], available: number) {
  const foldable = columns
    .filter(({ priority }) => priority !== undefined)
    .toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
  let shown = columns
  while (sumWidths(shown) > available && foldable.length) {
    const last = foldable.pop()
    shown = shown.filter((column) => column !== last)
  }
  const spare = Number.isFinite(available) ? Math.max(0, available - sumWidths(shown)) : 0
  const shares = shown.reduce((sum, { grow = 0 }) => sum + grow, 0)
  return {
    shown: shown.map((column) => ({
      ...column,
      width: column.width + (shares && (spare * (column.grow ?? 0)) / shares),
    })),
    folded: columns.filter((column) => column.folded && !shown.includes(column)),
    needed: sumWidths(shown),
    isTooWide: sumWidths(shown) > available,
  }
}

/** Action columns stay in view at the end of a row and are not printed. */
export const isActionColumn = ({ onPhone }: Pick<Column<never>, 'onPhone'>) => onPhone === 'foot'

export const isPrintedColumn = (column: Pick<Column<never>, 'id' | 'onPhone'>) =>
  !isActionColumn(column) && column.id !== 'select'

/** The name of a column on cards, which have no header row. */
export function columnName({
  id,
  header,
  onPhone,
}: Pick<Column<never>, 'id' | 'header' | 'onPhone'>) {
  if (typeof onPhone === 'object') return onPhone.fact
  const name = typeof header === 'string' ? header : id
  return name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()
}

/** `by`: as the endpoint names it, with a minus for descending. */
export type Sorting = { by: string; onSort: (by: string) => void }

const reverseSort = (sort: string) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`)

/** The sort after a click on a heading. */
export function nextSort(sort: string, by: string, isDescendingFirst = false) {
  const first = isDescendingFirst ? reverseSort(sort) : sort
  return by === first ? reverseSort(first) : first
}

export const sortDirection = (sort: string, by: string) =>
  by === sort ? 'ascending' : by === reverseSort(sort) ? 'descending' : 'none'
