import { useQuery } from '@tanstack/react-query'
import {
  getOrganizationAnalytics,
  dominantRisk,
  type OrganizationAnalytics as Figures,
  type RiskMonth,
} from '#contract/analytics/analytics.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { MostCommonRiskBadge } from '#web/parts/risk.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { AnalyticsSkeleton } from './analytics-skeleton.tsx'
import { CoverageSection } from './coverage-section.tsx'
import { roundedShares, percentShares } from './distribution.ts'
import { EngagementSection } from './engagement-section.tsx'
import { ReportsSection } from './reports-section.tsx'
import { OutcomesSection } from './outcomes-section.tsx'
import { explainRounding, SampleBanner } from './small-groups.tsx'
import { RiskSection } from './risk-section.tsx'

/** See docs/product.md, "Organizations". */
export const OrganizationAnalytics = ({ organizationId }: { organizationId: string }) => (
  <ReadState
    read={useQuery(queryFor(getOrganizationAnalytics, { params: { id: organizationId } }))}
    loading={<AnalyticsSkeleton />}
    failed="The figures could not be loaded"
  >
    {(figures) => <Sections organizationId={organizationId} figures={figures} />}
  </ReadState>
)

type SectionsProps = { organizationId: string; figures: Figures }

const Sections = ({ organizationId, figures }: SectionsProps) => (
  <div className="flex flex-col gap-6">
    {figures.isSample && <SampleBanner {...figures} />}
    <OutcomesSection {...figures} />
    <ReportsSection organizationId={organizationId} />
    <CoverageSection {...figures} />
    <EngagementSection {...figures} />
    <RiskSection
      {...figures}
      distribution={(row) => <OrganizationDistribution row={row} isSample={figures.isSample} />}
    />
    {!figures.isSample && <Banner tone="neutral">{explainRounding(figures.minimumGroup)}</Banner>}
  </div>
)

/** Shares where they reveal no small group, otherwise the most common risk level. */
function OrganizationDistribution({ row, isSample }: { row: RiskMonth; isSample: boolean }) {
  const shares = isSample ? percentShares(row) : roundedShares(row)
  if (!shares) return <MostCommonRiskBadge level={dominantRisk(row)} />
  const [high, medium, low] = shares
  return `${isSample ? '' : 'About '}${high}% high, ${medium}% medium, ${low}% low`
}
