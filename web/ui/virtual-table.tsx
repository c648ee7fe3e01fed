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

/** The columns that fit into `box`, the element around the table. */
export function useFittedColumns<Row>(columns: readonly Column<Row, string>[]) {
  const box = useRef<HTMLElement>(null)
  const width = useWidth(box)
  const fitted = useMemo(
    () => fitColumns(columns as readonly Column<unknown, string>[], width),
    [columns, width],
  )
  return { box, fitted }
}

/** A table of any length, which scrolls with the page. */
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
      // -1: unknown.
      rowCount={source.list.isMatchCapped ? -1 : source.list.match + 1}
      // If it fits, only the page scrolls and the head stays in view. Scroll anchoring would fight the virtual rows.
      className={classNames('[overflow-anchor:none]', !isTooWide && 'overflow-clip')}
      // Focused elements must not scroll under the sticky column.
      style={{ scrollPaddingRight: shown.find(isActionColumn)?.width }}
    >
      <TableHead rowIndex={1} className={isTooWide ? 'top-0' : 'top-(--page-top,0px)'}>
        <Headings fitted={fitted} sorting={sorting} />
      </TableHead>
      <TableBody
        ref={body}
        // Focused elements must not scroll under the head.
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
                <RowSkeleton columns={shown.length} />
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

const cellClasses = (column: Column<unknown, string>, isTooWide: boolean) =>
  classNames(
    column.isAtEnd && 'text-right',
    isTooWide && isActionColumn(column) && 'sticky right-0 z-10 border-l shadow-float',
  )

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
        className={cellClasses(column, isTooWide)}
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

/** Memoized for smooth scrolling. */
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
      className={cellClasses(column, isTooWide)}
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

const RowSkeleton = ({ columns }: { columns: number }) => (
  <TableCell colSpan={columns}>
    <Skeleton className="h-4 w-2/3" />
    <span className="sr-only">Loading</span>
  </TableCell>
)

/** The width of an element, at first Infinity. */
function useWidth(element: RefObject<HTMLElement | null>) {
  const [width, setRoom] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const measure = () => setRoom(current.clientWidth)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [element])
  return width
}
