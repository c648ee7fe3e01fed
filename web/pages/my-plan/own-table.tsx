import type { ReactNode } from 'react'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'

type OwnTableProps = {
  label: string
  columns: readonly [what: string, when: string, status: string]
  rows: readonly { id: string; what: string; week: number; when: ReactNode; status: ReactNode }[]
}

/** A list within a section of the plan; a long one scrolls in itself. On phones the day stands under what it is of. */
export const OwnTable = ({ label, columns: [first, second, third], rows }: OwnTableProps) => (
  <Table label={label} className="max-h-80 rounded-none border-0">
    <TableHead>
      <TableHeader>{first}</TableHeader>
      <TableHeader className="max-md:hidden">{second}</TableHeader>
      <TableHeader>{third}</TableHeader>
    </TableHead>
    <TableBody>
      {rows.map(({ id, what, week, when, status }) => (
        <TableRow key={id}>
          <TableCell isHeading className="max-md:min-w-44">
            <span className="block font-semibold">{what}</span>
            <span className="block text-balance md:hidden">{when}</span>
            {week > 0 && <span className="block text-xs text-muted">Week {week}</span>}
          </TableCell>
          <TableCell className="whitespace-nowrap max-md:hidden">{when}</TableCell>
          <TableCell>{status}</TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)
