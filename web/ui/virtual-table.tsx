import { memo, useRef } from 'react'
import { classNames } from './class-names.ts'
import { type Column, directionOf, nextSort, type Sorting } from './column.ts'
import { Skeleton } from './skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from './table.tsx'
import { type RowSource, useVirtualRows } from './use-virtual-rows.ts'

export type VirtualTableProps<Row> = RowSource<Row> & {
  label: string
  columns: readonly Column<Row, string>[]
  sorting?: Sorting | undefined
  isSelected?: ((row: Row) => boolean) | undefined
  /** Below it the table scrolls sideways. */
  minWidth?: string
}

/** A real table of any length, which scrolls with the page and draws the rows in view. */
export function VirtualTable<Row>({
  label,
  columns,
  sorting,
  isSelected,
  minWidth,
  ...source
}: VirtualTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { placed, gapAfter, measure, ...handlers } = useVirtualRows(source, body)
  return (
    <Table
      label={label}
      {...(minWidth && { minWidth })}
      // -1: nobody counted them out.
      rowCount={source.list.isMatchAbout ? -1 : source.list.match + 1}
      // Where it fits, nothing but the page scrolls and the head stays in view. An anchor of the browser's own would
      // fight the drawing of rows above.
      className="[overflow-anchor:none] xl:overflow-clip"
    >
      <TableHead rowIndex={1} className="top-0 xl:top-(--page-top,0px)">
        <Headings columns={columns} sorting={sorting} />
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
            gap > 0 && <Gap key={`before-${item.key}`} height={gap} columns={columns.length} />,
            <TableRow
              key={item.key}
              ref={measure}
              data-index={item.index}
              aria-rowindex={item.index + 2}
              isSelected={row !== undefined && isSelected?.(row)}
              style={{ height: source.rowHeight }}
            >
              {row === undefined ? (
                <Place columns={columns.length} />
              ) : (
                <Cells row={row} columns={columns as readonly Column<unknown, string>[]} />
              )}
            </TableRow>,
          ]
        })}
        {gapAfter > 0 && <Gap height={gapAfter} columns={columns.length} />}
      </TableBody>
    </Table>
  )
}

/** The headings; those of columns that the list sorts by are buttons. Their widths are the columns'. */
export const Headings = <Row,>({
  columns,
  sorting,
}: Pick<VirtualTableProps<Row>, 'columns' | 'sorting'>) =>
  columns.map(({ id, header, width, isNumeric, isAtEnd, sort, isFallingFirst }) => (
    <TableHeader
      key={id}
      {...(isNumeric && { isNumeric })}
      className={classNames(width, isAtEnd && 'text-right')}
      {...(sort &&
        sorting && {
          sort: directionOf(sort, sorting.by),
          onSort: () => sorting.onSort(nextSort(sort, sorting.by, isFallingFirst)),
        })}
    >
      {header}
    </TableHeader>
  ))

/** Drawn again only with another row or other columns: scrolling stays light. */
const Cells = memo(function Cells({
  row,
  columns,
}: {
  row: unknown
  columns: readonly Column<unknown, string>[]
}) {
  return columns.map(({ id, cell, isNumeric, isHeading, isAtEnd }) => (
    <TableCell
      key={id}
      {...(isNumeric && { isNumeric })}
      {...(isHeading && { isHeading })}
      {...(isAtEnd && { className: 'text-right' })}
    >
      {cell(row)}
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
