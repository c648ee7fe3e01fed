import { activeDays, type Analytics } from '#contract/analytics.ts'
import { figure } from '#web/lib/numbers.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { EnrollmentFunnel } from './enrollment-funnel.tsx'
import { GuardedFigure } from './guarded-figure.tsx'
import { SampleMark } from './sample-mark.tsx'

type EngagementSectionProps = {
  engagement: Analytics['engagement']
  enrolled: number | null
  isSample?: boolean
}

const inMinutes = (minutes: number) => `${figure(minutes)} min`

/** The funnel and its four tiles (specification part 1, section 2, "Organization analytics view"). */
export const EngagementSection = ({ engagement, enrolled, isSample }: EngagementSectionProps) => (
  <Card aria-label="Engagement">
    <CardHeader
      title="Engagement"
      description="How people find their way in, and how much they use it."
      actions={isSample && <SampleMark />}
    />
    <div className="grid grid-cols-2 gap-8 max-lg:grid-cols-1 max-md:gap-6">
      <EnrollmentFunnel engagement={engagement} enrolled={enrolled} />
      <div className="grid grid-cols-2 gap-3">
        <StatCard
          label="Active users"
          value={<GuardedFigure value={engagement.activeUsers} />}
          hint={`in the last ${activeDays} days`}
        />
        <StatCard
          label="Total sessions"
          value={<GuardedFigure value={engagement.totalSessions} />}
        />
        <StatCard
          label="Average per patient"
          value={<GuardedFigure value={engagement.averageSessionsPerPatient} format={figure} />}
          hint="sessions"
        />
        <StatCard
          label="Session duration"
          value={<GuardedFigure value={engagement.sessionDuration} format={inMinutes} />}
          hint="average of recorded ones"
        />
      </div>
    </div>
  </Card>
)
