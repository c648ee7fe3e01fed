import type { ReactNode } from 'react'
import { formatAtLeast } from '#contract/analytics/figure-words.ts'
import { formatMonth, formatMonthAndYear } from '#web/lib/dates.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { StackedBars } from '#web/ui/chart-bars.tsx'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { SuppressedFigure } from '#web/ui/suppressed-figure.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { explainHiddenMonths, SampleMark } from './small-groups.tsx'
import { bands, bandStyles, type RiskRow, toStack } from './risk-levels.ts'

type RiskSectionProps<Row> = {
  risk: readonly Row[]
  isSample?: boolean
  /** Figures about fewer people are hidden. */
  minimumGroup: number
  /** The DISTRIBUTION cell of a month. */
  distribution: (row: Row) => ReactNode
}

/** Six months of burnout risk, as a chart and as a table. */
export const RiskSection = <Row extends RiskRow>({
  risk,
  isSample,
  minimumGroup,
  distribution,
}: RiskSectionProps<Row>) => (
  <Card aria-label="Risk Analysis">
    <CardHeader
      title="Risk Analysis"
      description="People by latest burnout assessment, month by month."
      actions={isSample && <SampleMark />}
    />
    <Months
      risk={risk}
      minimumGroup={minimumGroup}
      format={isSample ? formatCount : formatAtLeast}
      distribution={distribution}
    />
  </Card>
)

type MonthsProps<Row> = Omit<RiskSectionProps<Row>, 'isSample'> & {
  format: (people: number) => string
}

/** The chart needs a known band in half of the months, the table in one. */
const Months = <Row extends RiskRow>({
  risk,
  minimumGroup,
  format,
  distribution,
}: MonthsProps<Row>) => {
  const shownMonths = risk.filter(hasBand).length
  return (
    <>
      {shownMonths < risk.length / 2 ? (
        <p className="max-w-prose text-muted">
          {explainHiddenMonths({ assessed: risk.at(-1)?.total ?? null, shownMonths, minimumGroup })}
        </p>
      ) : (
        <Chart risk={risk} format={format} />
      )}
      {shownMonths > 0 && (
        <div className="mt-6">
          <RiskTable risk={risk} format={format} distribution={distribution} />
        </div>
      )}
    </>
  )
}

const hasBand = ({ highRisk, mediumRisk, lowRisk }: RiskRow) =>
  (highRisk ?? mediumRisk ?? lowRisk) !== null

type ChartProps = { risk: readonly RiskRow[]; format: (people: number) => string }

const Chart = ({ risk, format }: ChartProps) => {
  const stacks = risk.map((row) => ({ ...row, stack: toStack(row) }))
  const keys = bands.filter(
    (key) => key !== 'unknownBand' || stacks.some(({ stack }) => stack.unknownBand > 0),
  )
  return (
    <ChartFrame
      label="People by risk, month by month"
      max={Math.max(1, ...risk.map(({ total }) => total ?? 0))}
      legend={keys.map((key) => bandStyles[key])}
      columns={stacks.map(({ month, isCurrent, total, stack }) => ({
        key: month,
        label: formatMonth(month),
        isStrong: isCurrent,
        values:
          total === null
            ? [{ word: 'Total', value: 'Not shown' }]
            : keys
                .filter((key) => stack[key] > 0)
                .map((key) => ({ word: bandStyles[key].word, value: format(stack[key]) })),
      }))}
    >
      {(top) => (
        <StackedBars
          top={top}
          bars={stacks.map(({ month, total, stack }) => ({
            key: month,
            parts:
              total === null
                ? null
                : bands.map((band) => ({
                    style: bandStyles[band],
                    value: stack[band],
                    label: format(stack[band]),
                  })),
          }))}
        />
      )}
    </ChartFrame>
  )
}

type RiskTableProps<Row> = {
  risk: readonly Row[]
  format: (people: number) => string
  distribution: (row: Row) => ReactNode
}

/** Six months, the last marked "Current" (docs/product.md, "Organizations"). */
const RiskTable = <Row extends RiskRow>({ risk, format, distribution }: RiskTableProps<Row>) => (
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
