import { type ReactNode, useRef } from 'react'
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableRow } from './table.tsx'
import { type RowSource, useVirtualRows } from './use-virtual-rows.ts'

type VirtualTableProps<Row> = RowSource<Row> & {
  label: string
  /** TableHeaders; their widths are the columns', because only a few rows are there to measure. */
  head: ReactNode
  columns: number
  /** TableCells of one row. A memoised component inside keeps scrolling light. */
  renderRow: (row: Row) => ReactNode
  isSelected?: (row: Row) => boolean
  /** Below it the table scrolls sideways. */
  minWidth?: string
  className?: string
}

/** A real table of any length, which scrolls with the page and draws the rows in view. */
export function VirtualTable<Row>({
  label,
  head,
  columns,
  renderRow,
  isSelected,
  minWidth,
  className,
  ...source
}: VirtualTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { placed, gapAfter, measure, ...handlers } = useVirtualRows(source, body)
  return (
    <Table
      label={label}
      minWidth={minWidth}
      // -1: nobody counted them out.
      rowCount={source.list.isMatchAbout ? -1 : source.list.match + 1}
      // Where it fits, nothing but the page scrolls and the head stays in view. An anchor of the browser's own would
      // fight the drawing of rows above.
      className={classNames('[overflow-anchor:none] xl:overflow-clip', className)}
    >
      <TableHead rowIndex={1} className="top-0 xl:top-(--page-top,0px)">
        {head}
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
            gap > 0 && <Gap key={`before-${item.key}`} height={gap} columns={columns} />,
            <TableRow
              key={item.key}
              ref={measure}
              data-index={item.index}
              aria-rowindex={item.index + 2}
              isSelected={row !== undefined && isSelected?.(row)}
              style={{ height: source.rowHeight }}
            >
              {row === undefined ? <Place columns={columns} /> : renderRow(row)}
            </TableRow>,
          ]
        })}
        {gapAfter > 0 && <Gap height={gapAfter} columns={columns} />}
      </TableBody>
    </Table>
  )
}

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
