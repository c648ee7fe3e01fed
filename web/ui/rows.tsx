import type { Column } from './column.ts'
import { PrintTable } from './print-table.tsx'
import { Skeleton } from './skeleton.tsx'
import { Spinner } from './spinner.tsx'
import { Table, TableBody, TableCell, TableHead, TableRow } from './table.tsx'
import { SortControl, SortControlSkeleton } from './sort-control.tsx'
import { phoneQuery, useMediaQuery, useIsPrinting } from './use-media-query.ts'
import { VirtualCards } from './virtual-cards.tsx'
import {
  Headings,
  rowHeight,
  useFittedColumns,
  VirtualTable,
  type VirtualTableProps,
} from './virtual-table.tsx'

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
