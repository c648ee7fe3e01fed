import { memo, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import {
  type Column,
  sortDirection,
  fitColumns,
  isActionColumn,
  nextSort,
  type Sorting,
} from './column.ts'
import { Skeleton } from './skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from './table.tsx'
import { type RowSource, useVirtualRows } from './use-virtual-rows.ts'

export const rowHeight = 48

export type VirtualTableProps<Row> = Omit<RowSource<Row>, 'rowHeight'> & {
  label: string
  columns: readonly Column<Row, string>[]
  sorting?: Sorting | undefined
  isSelected?: ((row: Row) => boolean) | undefined
}

type Fitted = ReturnType<typeof fitColumns<unknown>>

/** The columns as there is room for them in `box`, which holds the table. */
export function useFittedColumns<Row>(columns: readonly Column<Row, string>[]) {
  const box = useRef<HTMLElement>(null)
  const room = useRoom(box)
  const fitted = useMemo(
    () => fitColumns(columns as readonly Column<unknown, string>[], room),
    [columns, room],
  )
  return { box, fitted }
}

/** A real table of any length, which scrolls with the page and draws the rows in view. */
export function VirtualTable<Row>({
  label,
  columns,
  sorting,
  isSelected,
  ...source
}: VirtualTableProps<Row>) {
  const { box, fitted } = useFittedColumns(columns)
  const body = useRef<HTMLTableSectionElement>(null)
  const { placed, gapAfter, measure, ...handlers } = useVirtualRows({ ...source, rowHeight }, body)
  const { shown, needed, isTooWide } = fitted
  return (
    <Table
      ref={box}
      label={label}
      isDense
      minWidth={isTooWide ? `${needed}px` : '0'}
      // -1: nobody counted them out.
      rowCount={source.list.isMatchCapped ? -1 : source.list.match + 1}
      // Where it fits, nothing but the page scrolls and the head stays in view. An anchor of the browser's own would
      // fight the drawing of rows above.
      className={classNames('[overflow-anchor:none]', !isTooWide && 'overflow-clip')}
      // What takes the focus is not to come to lie under the column that stays in view.
      style={{ scrollPaddingRight: shown.find(isActionColumn)?.width }}
    >
      <TableHead rowIndex={1} className={isTooWide ? 'top-0' : 'top-(--page-top,0px)'}>
        <Headings fitted={fitted} sorting={sorting} />
      </TableHead>
      <TableBody
        ref={body}
        // What takes the focus is not to come to lie under the head.
        className="[&_:is(a,button)]:scroll-my-20 [&>tr:last-child>*]:border-b-0"
        {...handlers}
      >
        {placed.flatMap(({ item, gap }) => {
          const row = source.list.rows[item.index]
          return [
            gap > 0 && <Gap key={`before-${item.key}`} height={gap} columns={shown.length} />,
            <TableRow
              key={item.key}
              ref={measure}
              data-index={item.index}
              aria-rowindex={item.index + 2}
              isSelected={row !== undefined && isSelected?.(row)}
              style={{ height: rowHeight }}
            >
              {row === undefined ? (
                <Place columns={shown.length} />
              ) : (
                <Cells row={row} fitted={fitted} />
              )}
            </TableRow>,
          ]
        })}
        {gapAfter > 0 && <Gap height={gapAfter} columns={shown.length} />}
      </TableBody>
    </Table>
  )
}

/** The column of actions stays in view while the others scroll under its edge. */
const lookOf = (column: Column<unknown, string>, isTooWide: boolean) =>
  classNames(
    column.isAtEnd && 'text-right',
    isTooWide && isActionColumn(column) && 'sticky right-0 z-10 border-l shadow-float',
  )

/** The headings; those of columns that the list sorts by are buttons. Their widths are the columns'. */
export const Headings = ({
  fitted: { shown, isTooWide },
  sorting,
}: {
  fitted: Fitted
  sorting?: Sorting | undefined
}) =>
  shown.map((column) => {
    const { id, header, width, isNumeric, sort, isDescendingFirst } = column
    return (
      <TableHeader
        key={id}
        {...(isNumeric && { isNumeric })}
        className={lookOf(column, isTooWide)}
        style={{ width }}
        {...(sort &&
          sorting && {
            sort: sortDirection(sort, sorting.by),
            onSort: () => sorting.onSort(nextSort(sort, sorting.by, isDescendingFirst)),
          })}
      >
        {header}
      </TableHeader>
    )
  })

/** Drawn again only with another row or other columns: scrolling stays light. */
const Cells = memo(function Cells({
  row,
  fitted: { shown, folded, isTooWide },
}: {
  row: unknown
  fitted: Fitted
}) {
  return shown.map((column) => (
    <TableCell
      key={column.id}
      {...(column.isNumeric && { isNumeric: true })}
      {...(column.isHeading && { isHeading: true })}
      className={lookOf(column, isTooWide)}
    >
      {column.cell(row)}
      {column.isHeading &&
        folded.map((it) => (
          <span key={it.id} className="block truncate text-xs text-muted">
            {it.folded?.(row)}
          </span>
        ))}
    </TableCell>
  ))
})

const Gap = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden>
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty space, hidden from those who listen */}
    <td colSpan={columns} style={{ height, padding: 0 }} />
  </tr>
)

const Place = ({ columns }: { columns: number }) => (
  <TableCell colSpan={columns}>
    <Skeleton className="h-4 w-2/3" />
    <span className="sr-only">Loading</span>
  </TableCell>
)

/** Pixels of width within an element, now and after every change; Infinity before it is there. */
function useRoom(element: RefObject<HTMLElement | null>) {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => setRoom(current.clientWidth)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [element])
  return room
}
