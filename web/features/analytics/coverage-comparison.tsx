import { Link } from 'react-router'
import type { AllAnalytics } from '#contract/analytics/analytics.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { MostCommonRiskBadge } from '#web/parts/risk.tsx'
import { paths } from '#web/paths.ts'
import { Bar } from '#web/ui/bar.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { SuppressedFigure } from '#web/ui/suppressed-figure.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#web/ui/table.tsx'
import { FigureOrDash } from './small-groups.tsx'

type CoverageComparisonProps = Pick<AllAnalytics, 'organizations' | 'organizationCount'>

export const CoverageComparison = ({
  organizations,
  organizationCount,
}: CoverageComparisonProps) => (
  <Card>
    <CardHeader
      title="Coverage by organization"
      description={
        organizations.length < organizationCount
          ? `The ${formatCount(organizations.length)} largest of ${formatCount(organizationCount)} organizations.`
          : 'Share of eligible employees enrolled, largest organizations first.'
      }
    />
    <Table label="Coverage by organization" className="max-h-128">
      <TableHead>
        <TableHeader>ORGANIZATION</TableHeader>
        <TableHeader className="w-1/3 min-w-40">COVERAGE</TableHeader>
        <TableHeader isNumeric>ENROLLED</TableHeader>
        <TableHeader isNumeric>ELIGIBLE</TableHeader>
        <TableHeader>RISK</TableHeader>
      </TableHead>
      <TableBody>
        {organizations.map(
          ({ id, name, coveragePercent, enrolled, eligible, dominantRisk: mostlyIn }) => (
            <TableRow key={id}>
              <TableCell isHeading>
                <Link
                  to={paths.organization(id)}
                  dir="auto"
                  className="block max-w-60 truncate font-semibold underline-offset-4 hover:underline max-md:max-w-36"
                >
                  {name}
                </Link>
              </TableCell>
              <TableCell>
                {coveragePercent === null ? (
                  <SuppressedFigure />
                ) : (
                  <Bar value={coveragePercent} tone="brand" label={`Coverage of ${name}`} />
                )}
              </TableCell>
              <TableCell isNumeric>
                <FigureOrDash value={enrolled} format={formatCount} />
              </TableCell>
              <TableCell isNumeric>{formatCount(eligible)}</TableCell>
              <TableCell>
                <MostCommonRiskBadge level={mostlyIn} />
              </TableCell>
            </TableRow>
          ),
        )}
      </TableBody>
    </Table>
  </Card>
)
