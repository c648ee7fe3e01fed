import { AllAnalytics } from '#web/features/analytics/all-analytics.tsx'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'

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
