import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import {
  type Column,
  sortDirection,
  columnName,
  nextSort,
  type Sorting,
  isPrintedColumn,
} from './column.ts'
import { Skeleton } from './skeleton.tsx'
import { Spinner } from './spinner.tsx'
import { Table, TableBody, TableCell, TableHead, TableRow } from './table.tsx'
import { phoneQuery, useMediaQuery, useIsPrinting } from './use-media-query.ts'
import { VirtualCards } from './virtual-cards.tsx'
import {
  Headings,
  rowHeight,
  useFittedColumns,
  VirtualTable,
  type VirtualTableProps,
} from './virtual-table.tsx'
import { classNames } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { controlClasses } from './input.tsx'
import type { ListRows } from './list-body.tsx'

type RowsProps<Row> = VirtualTableProps<Row> & {
  /** In pixels, roughly. */
  cardHeight: number
}

/** A table, or on phones cards. */
export function Rows<Row>({ cardHeight, sorting, isSelected, ...list }: RowsProps<Row>) {
  const isPhone = useMediaQuery(phoneQuery)
  return (
    <>
      <div className="print:hidden">
        {isPhone ? (
          <>
            {sorting && (
              <SortControl
                columns={list.columns as readonly Column<never, string>[]}
                sorting={sorting}
              />
            )}
            <VirtualCards {...list} rowHeight={cardHeight} />
          </>
        ) : (
          <VirtualTable {...list} sorting={sorting} isSelected={isSelected} />
        )}
      </div>
      {useIsPrinting() && <PrintTable {...list} />}
    </>
  )
}

type RowsLoadingProps<Row> = Pick<RowsProps<Row>, 'columns' | 'cardHeight'> & {
  label: string
  /** A spinner instead of placeholder rows. */
  isSpinnerVisible?: boolean
}

export const RowsLoading = <Row,>({
  label,
  isSpinnerVisible = false,
  ...shape
}: RowsLoadingProps<Row>) => (
  <div>
    {isSpinnerVisible ? (
      <Spinner label={label} isLabelVisible className="mb-3 h-5" />
    ) : (
      <>
        <Spinner label={label} className="sr-only" />
        <Skeleton className="mb-3 h-5 w-48" />
      </>
    )}
    <div aria-hidden inert>
      {useMediaQuery(phoneQuery) ? (
        <CardSkeletons {...shape} />
      ) : (
        <TableSkeleton {...shape} label={label} />
      )}
    </div>
  </div>
)

const noSorting = { by: '', onSort: () => {} }

const CardSkeletons = <Row,>({
  cardHeight,
  columns,
}: Pick<RowsLoadingProps<Row>, 'cardHeight' | 'columns'>) => (
  <>
    <SortControlSkeleton columns={columns as readonly Column<never, string>[]} />
    {[1, 2, 3].map((card) => (
      <div
        key={card}
        style={{ height: cardHeight - 12 }}
        className="mb-3 flex gap-3 rounded-md border border-line bg-surface p-4"
      >
        <Skeleton className="h-4 w-2/3" />
      </div>
    ))}
  </>
)

function TableSkeleton<Row>({ label, columns }: Pick<RowsLoadingProps<Row>, 'label' | 'columns'>) {
  const { box, fitted } = useFittedColumns(columns)
  return (
    <Table ref={box} label={label} isDense minWidth="0">
      <TableHead>
        {/* Sorting makes the header as high as it will be. */}
        <Headings fitted={fitted} sorting={noSorting} />
      </TableHead>
      <TableBody>
        {Array.from({ length: 8 }, (_, row) => (
          <TableRow key={row} style={{ height: rowHeight }}>
            {fitted.shown.map(({ id, isNumeric }) => (
              <TableCell key={id}>
                <Skeleton className={isNumeric ? 'ml-auto h-4 w-8' : 'h-4 w-3/4'} />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

type SortControlProps = { columns: readonly Column<never, string>[]; sorting: Sorting }

/** The sorting of a list of cards, which has no headings. */
function SortControl({ columns, sorting: { by, onSort } }: SortControlProps) {
  const sortable = columns.flatMap(({ sort, ...column }) =>
    sort === undefined ? [] : { ...column, sort },
  )
  const chosen = sortable.find(({ sort }) => sortDirection(sort, by) !== 'none')
  const isRising = !chosen || sortDirection(chosen.sort, by) === 'ascending'
  const sortBy = (id: string) => {
    const column = sortable.find((it) => it.id === id)
    if (column && column !== chosen) onSort(nextSort(column.sort, '', column.isDescendingFirst))
  }
  if (!sortable.length) return null
  return (
    <div className="mb-3 flex items-center gap-2">
      {/* A native list, which is easier to use on phones. */}
      <span className="relative min-w-0 flex-1">
        <select
          aria-label="Sort by"
          value={chosen?.id ?? ''}
          onChange={({ target }) => sortBy(target.value)}
          className={classNames(controlClasses, 'h-10 appearance-none pr-9 pl-3')}
        >
          {!chosen && <option value="">Sort by</option>}
          {sortable.map((it) => (
            <option key={it.id} value={it.id}>
              Sort by {columnName(it)}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          size={16}
          className="pointer-events-none absolute inset-y-0 right-3 my-auto text-muted"
        />
      </span>
      <IconButton
        label={isRising ? 'Sort descending' : 'Sort ascending'}
        icon={isRising ? ArrowUp : ArrowDown}
        variant="secondary"
        disabled={!chosen}
        onClick={() => chosen && onSort(nextSort(chosen.sort, by, chosen.isDescendingFirst))}
      />
    </div>
  )
}

const SortControlSkeleton = ({ columns }: Pick<SortControlProps, 'columns'>) =>
  columns.some(({ sort }) => sort) && <Skeleton className="mb-3 h-10 w-full" />

type PrintTableProps<Row> = {
  label: string
  list: ListRows<Row>
  rowKey: (row: Row) => string
  columns: readonly Column<Row, string>[]
}

/** A list on paper: all loaded rows, without controls. */
function PrintTable<Row>({ label, list, rowKey, columns }: PrintTableProps<Row>) {
  const printed = columns.filter(isPrintedColumn)
  const cell = 'border-b border-line py-1 pr-2 font-normal'
  return (
    <table
      aria-label={label}
      className="hidden w-full border-separate border-spacing-0 text-left text-xs print:table [&_.truncate]:[direction:ltr] [&_.truncate]:wrap-break-word [&_button]:text-left [&_.truncate]:whitespace-normal"
    >
      <thead className="table-header-group">
        <tr className="break-inside-avoid">
          {printed.map(({ id, header }) => (
            <th key={id} scope="col" className={`${cell} align-bottom text-muted`}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.rows.map((row) => (
          <tr key={rowKey(row)} className="break-inside-avoid">
            {printed.map(({ id, cell: content, isHeading }) =>
              isHeading ? (
                <th key={id} scope="row" className={cell}>
                  {content(row)}
                </th>
              ) : (
                <td key={id} className={cell}>
                  {content(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
      {list.hasMore && (
        <tfoot className="table-row-group">
          <tr>
            <td colSpan={printed.length} className="py-2 text-muted">
              Only the first {list.rows.length} rows. Scroll to the end of the list before printing
              to have them all.
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
