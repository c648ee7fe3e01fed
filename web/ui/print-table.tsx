import { type Column, isPrintedColumn } from './column.ts'
import type { ListRows } from './list-body.tsx'

type PrintTableProps<Row> = {
  label: string
  list: ListRows<Row>
  rowKey: (row: Row) => string
  columns: readonly Column<Row, string>[]
}

/** A list on paper: all loaded rows, without controls. */
export function PrintTable<Row>({ label, list, rowKey, columns }: PrintTableProps<Row>) {
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
