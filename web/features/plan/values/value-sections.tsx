import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { optional } from '#web/ui/optional.tsx'
import { EmptySection, PlanSection } from '../plan-section.tsx'
import { BurnoutSection } from '../burnout/burnout-section.tsx'
import { SourceLegend } from '../metrics/data-source.tsx'
import { MetricsGrid } from '../metrics/metrics-grid.tsx'
import type { MetricEditor } from '../metrics/use-metric-editor.ts'
import type { Weeks } from '../weeks/week-grid.tsx'
import { RenderWhenVisible } from '../render-when-visible.tsx'

const QuestionnairesSection = optional(
  async () => (await import('../questionnaires/questionnaires-section.tsx')).QuestionnairesSection,
  'The questionnaires could not be loaded.',
)

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
    <RenderWhenVisible className="empty:min-h-30">
      <QuestionnairesSection
        clientId={plan.client.id}
        weeks={weeks}
        isWritable={editor !== undefined}
      />
    </RenderWhenVisible>
  </>
)
