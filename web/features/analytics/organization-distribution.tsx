import { mostlyIn, type RiskMonth } from '#contract/analytics.ts'
import { distributionOf, sharesOf } from './distribution.ts'
import { MostlyInBadge } from './mostly-in-badge.tsx'

/** How the people of one organization are spread: in shares where those give no small group away. */
export function OrganizationDistribution({ row, isSample }: { row: RiskMonth; isSample: boolean }) {
  const shares = isSample ? sharesOf(row) : distributionOf(row)
  if (!shares) return <MostlyInBadge level={mostlyIn(row)} />
  const [high, medium, low] = shares
  return `${isSample ? '' : 'About '}${high}% high, ${medium}% medium, ${low}% low`
}
