import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { optional } from '#web/ui/optional.tsx'
import { NothingYet, PlanSection } from '../plan-section.tsx'
import { BurnoutSection } from '../burnout/burnout-section.tsx'
import { SourceLegend } from '../metrics/data-source.tsx'
import { MetricsGrid } from '../metrics/metrics-grid.tsx'
import type { Sheet } from '../metrics/use-sheet.ts'
import type { Weeks } from '../weeks/week-grid.tsx'
import { WhenSeen } from './when-seen.tsx'

const QuestionnairesSection = optional(
  async () => (await import('../questionnaires/questionnaires-section.tsx')).QuestionnairesSection,
  'The questionnaires could not be shown.',
)

type ValueSectionsProps = {
  plan: Pick<SessionsAndMetrics, 'client' | 'metrics' | 'metricDefinitions' | 'burnoutAssessments'>
  weeks: Weeks
  /** For those who may note values. */
  sheet?: Sheet
}

/** What was measured, week by week: the same for the coach and for the client. */
export const ValueSections = ({ plan, weeks, sheet }: ValueSectionsProps) => (
  <>
    <PlanSection title="Metrics">
      {plan.metricDefinitions.length ? (
        <>
          <MetricsGrid plan={plan} weeks={weeks} sheet={sheet} />
          <SourceLegend />
        </>
      ) : (
        <NothingYet>No metrics have been measured yet.</NothingYet>
      )}
    </PlanSection>
    <BurnoutSection
      clientId={plan.client.id}
      assessments={plan.burnoutAssessments}
      weeks={weeks}
      isWritable={sheet !== undefined}
    />
    <WhenSeen className="empty:min-h-30">
      <QuestionnairesSection
        clientId={plan.client.id}
        weeks={weeks}
        isWritable={sheet !== undefined}
      />
    </WhenSeen>
  </>
)
