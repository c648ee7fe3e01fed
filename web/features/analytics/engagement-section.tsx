import { activeDays, type Analytics } from '#contract/analytics/analytics.ts'
import { formatCount, formatDecimal, formatPercent } from '#web/lib/numbers.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { EnrollmentFunnel } from './enrollment-funnel.tsx'
import { FigureOrDash, formatAtLeast, formatDurationRange, SampleMark } from './small-groups.tsx'

type EngagementSectionProps = { engagement: Analytics['engagement']; isSample?: boolean }

/** The funnel and its four tiles (docs/product.md, "Organizations"). */
export const EngagementSection = ({ engagement, isSample }: EngagementSectionProps) => (
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
        <div className="col-span-full">
          <Helpful engagement={engagement} isSample={isSample} />
        </div>
      </div>
    </div>
  </Card>
)

/** The share where it is known, which is not so for sums. */
function Helpful({
  engagement: { answered, helpful, helpfulPercent },
  isSample,
}: EngagementSectionProps) {
  const format = isSample ? formatCount : formatAtLeast
  return (
    <StatCard
      label="Found the last session helpful"
      value={
        helpfulPercent === null ? (
          <FigureOrDash value={helpful} format={format} />
        ) : (
          `${formatPercent(helpfulPercent)}${isSample || helpfulPercent === 100 ? '' : '+'}`
        )
      }
      hint={answered !== null && `of ${format(answered)} people who rated it`}
    />
  )
}
