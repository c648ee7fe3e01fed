import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { type AllAnalytics as Figures, getAnalytics } from '#contract/analytics/analytics.ts'
import { formatAtLeast } from '#contract/analytics/figure-words.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { formatCount } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { SuppressedFigure } from '#web/ui/suppressed-figure.tsx'
import { AnalyticsSkeleton } from '#web/features/analytics/analytics-skeleton.tsx'
import { CoverageComparison } from '#web/features/analytics/coverage-comparison.tsx'
import { EngagementSection } from '#web/features/analytics/engagement-section.tsx'
import { explainRounding, FigureOrDash } from '#web/features/analytics/small-groups.tsx'
import { RiskSection } from '#web/features/analytics/risk-section.tsx'

export function AnalyticsPage() {
  usePageTitle('Analytics')
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader
        title="Analytics"
        subtitle="Coverage, engagement and risk across all organizations."
      />
      <AllAnalytics />
    </div>
  )
}

const AllAnalytics = () => (
  <ReadState
    read={useQuery(queryFor(getAnalytics, {}))}
    loading={<AnalyticsSkeleton />}
    failed="The figures could not be loaded"
  >
    {(figures) => <Sections {...figures} />}
  </ReadState>
)

function Sections({ organizations, organizationCount, includedCount, minimumGroup, all }: Figures) {
  if (!organizationCount)
    return (
      <EmptyState
        icon={Building2}
        title="No organizations"
        hint="Metrics will appear here once employees of an organization have registered."
      />
    )
  return (
    <div className="flex flex-col gap-6">
      <p className="text-muted">
        Includes {formatCount(includedCount)} of {formatCount(organizationCount)} organizations.
      </p>
      <Banner tone="neutral">{explainRounding(minimumGroup)}</Banner>
      <CoverageComparison organizations={organizations} organizationCount={organizationCount} />
      <EngagementSection engagement={all.engagement}>
        <div className="col-span-full">
          <StatCard
            label="Found the last session helpful"
            value={<FigureOrDash value={all.engagement.helpful} format={formatAtLeast} />}
            hint={
              all.engagement.answered !== null &&
              `of ${formatAtLeast(all.engagement.answered)} people who rated it`
            }
          />
        </div>
      </EngagementSection>
      <RiskSection
        risk={all.risk}
        minimumGroup={minimumGroup}
        distribution={({ organizations: by }) => <OrganizationsByRisk by={by} />}
      />
    </div>
  )
}

type ByRisk = Figures['all']['risk'][number]['organizations']

const levels = ['high', 'medium', 'low'] as const

/** 'Mostly low in 3 organizations' */
function OrganizationsByRisk({ by }: { by: ByRisk }) {
  const shownLevels = levels.filter((level) => by[level] > 0)
  if (!shownLevels.length) return <SuppressedFigure />
  const parts = shownLevels.map((level) => `${level} in ${formatCount(by[level])}`)
  const last = shownLevels.at(-1)
  return `Mostly ${parts.join(', ')} ${last && by[last] === 1 ? 'organization' : 'organizations'}`
}
