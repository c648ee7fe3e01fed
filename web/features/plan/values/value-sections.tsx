import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { EmptySection, PlanSection } from '../plan-section.tsx'
import { BurnoutSection } from '../burnout/burnout-section.tsx'
import { SourceLegend } from '../metrics/data-source.tsx'
import { MetricsGrid } from '../metrics/metrics-grid.tsx'
import type { MetricEditor } from '../metrics/use-metric-editor.ts'
import type { Weeks } from '../weeks/week-grid.tsx'
import { QuestionnairesSection } from '../questionnaires/questionnaires-section.tsx'

type ValueSectionsProps = {
  plan: Pick<SessionsAndMetrics, 'client' | 'metrics' | 'metricDefinitions' | 'burnoutAssessments'>
  weeks: Weeks
  /** For readers who may enter values. */
  editor?: MetricEditor
}

/** Metrics, burnout and questionnaires by week, for coach and client alike. */
export const ValueSections = ({ plan, weeks, editor }: ValueSectionsProps) => (
  <>
    <PlanSection title="Metrics">
      {plan.metricDefinitions.length ? (
        <>
          <MetricsGrid plan={plan} weeks={weeks} editor={editor} />
          <SourceLegend />
        </>
      ) : (
        <EmptySection>No metrics have been measured yet.</EmptySection>
      )}
    </PlanSection>
    <BurnoutSection
      clientId={plan.client.id}
      assessments={plan.burnoutAssessments}
      weeks={weeks}
      isWritable={editor !== undefined}
    />
    <QuestionnairesSection
      clientId={plan.client.id}
      weeks={weeks}
      isWritable={editor !== undefined}
    />
  </>
)
