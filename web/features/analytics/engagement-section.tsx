import type { ReactNode } from 'react'
import { activeDays, type Analytics } from '#contract/analytics/analytics.ts'
import { formatAtLeast, formatDurationRange } from '#contract/analytics/figure-words.ts'
import { formatCount, formatDecimal } from '#web/lib/numbers.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { EnrollmentFunnel } from './enrollment-funnel.tsx'
import { FigureOrDash, SampleMark } from './small-groups.tsx'

type EngagementSectionProps = {
  engagement: Analytics['engagement']
  isSample?: boolean
  /** More tiles. */
  children?: ReactNode
}

/** The funnel and four tiles (docs/product.md, "Organizations"). */
export const EngagementSection = ({ engagement, isSample, children }: EngagementSectionProps) => (
  <Card aria-label="Engagement">
    <CardHeader
      title="Engagement"
      description="How many people join, and how much they use the service."
      actions={isSample && <SampleMark />}
    />
    <div className="grid grid-cols-2 gap-8 max-lg:grid-cols-1 max-md:gap-6">
      <EnrollmentFunnel {...engagement} />
      <div className="grid grid-cols-2 gap-3">
        <StatCard
          label="Active users"
          value={
            <FigureOrDash
              value={engagement.activeUsers}
              format={isSample ? formatCount : formatAtLeast}
            />
          }
          hint={`in the last ${activeDays} days`}
        />
        <StatCard
          label="Total sessions"
          value={
            <FigureOrDash
              value={engagement.totalSessions}
              format={isSample ? formatCount : formatAtLeast}
            />
          }
        />
        <StatCard
          label="Average per patient"
          value={
            <FigureOrDash value={engagement.averageSessionsPerPatient} format={formatDecimal} />
          }
          hint="sessions"
        />
        <StatCard
          label="Session duration"
          value={<FigureOrDash value={engagement.sessionDuration} format={formatDurationRange} />}
          hint="typical recorded session"
        />
        {children}
      </div>
    </div>
  </Card>
)
