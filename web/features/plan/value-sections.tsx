import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { NothingYet, PlanSection } from './plan-section.tsx'
import { BurnoutGrid, MetricsGrid } from './value-grids.tsx'
import type { Weeks } from './week-grid.tsx'

type ValueSectionsProps = {
  plan: Pick<SessionsAndMetrics, 'metrics' | 'burnoutAssessments'>
  weeks: Weeks
}

/** What was measured, week by week: the same for the coach and for the client. */
export const ValueSections = ({ plan, weeks }: ValueSectionsProps) => (
  <>
    <PlanSection title="Metrics">
      {plan.metrics.length ? (
        <MetricsGrid metrics={plan.metrics} weeks={weeks} />
      ) : (
        <NothingYet>No metrics have been measured yet.</NothingYet>
      )}
    </PlanSection>
    <PlanSection title="Overall burnout risk assessment">
      {plan.burnoutAssessments.length ? (
        <BurnoutGrid burnoutAssessments={plan.burnoutAssessments} weeks={weeks} />
      ) : (
        <NothingYet>The burnout risk has not been assessed yet.</NothingYet>
      )}
    </PlanSection>
  </>
)
