import type { ReactNode } from 'react'
import { formatMonthAndYear } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SuppressedFigure } from '#web/ui/suppressed-figure.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import type { RiskRow } from './risk-levels.ts'

type RiskTableProps<Row> = {
  risk: readonly Row[]
  format: (people: number) => string
  distribution: (row: Row) => ReactNode
}

/** Six months, the last marked "Current" (docs/product.md, "Organizations"). */
export const RiskTable = <Row extends RiskRow>({
  risk,
  format,
  distribution,
}: RiskTableProps<Row>) => (
  <Table label="Risk by month">
    <TableHead>
      <TableHeader>MONTH</TableHeader>
      <TableHeader isNumeric>HIGH RISK</TableHeader>
      <TableHeader isNumeric>MEDIUM RISK</TableHeader>
      <TableHeader isNumeric>LOW RISK</TableHeader>
      <TableHeader isNumeric>TOTAL</TableHeader>
      <TableHeader>DISTRIBUTION</TableHeader>
    </TableHead>
    <TableBody>
      {risk.map((row) => (
        <TableRow key={row.month}>
          <TableCell isHeading className="whitespace-nowrap">
            {formatMonthAndYear(row.month)} {row.isCurrent && <Badge tone="brand">Current</Badge>}
          </TableCell>
          {[row.highRisk, row.mediumRisk, row.lowRisk, row.total].map((people, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- the columns never change their order
            <TableCell key={column} isNumeric className="whitespace-nowrap">
              {people === null ? <SuppressedFigure /> : format(people)}
            </TableCell>
          ))}
          <TableCell className="whitespace-nowrap">{distribution(row)}</TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)
