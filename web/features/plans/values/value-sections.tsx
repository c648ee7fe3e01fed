import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { EmptySection, PlanSection } from '../plan-section.tsx'
import { BurnoutSection } from '../burnout/burnout-section.tsx'
import { SourceLegend } from '../metrics/data-source.tsx'
import { MetricsGrid } from '../metrics/metrics-grid.tsx'
import type { MetricEditor } from '../metrics/use-metric-editor.ts'
import type { Weeks } from '../weeks/week-grid.tsx'
import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useQuestionnaires } from '../questionnaires/questionnaire-rows.ts'
import { QuestionnaireWeeks } from '../questionnaires/questionnaire-weeks.tsx'

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

type QuestionnairesSectionProps = { clientId: string; weeks: Weeks; isWritable: boolean }

function QuestionnairesSection(props: QuestionnairesSectionProps) {
  const read = useQuestionnaires(props.clientId)
  return (
    <PlanSection title="Questionnaires">
      <ReadState
        read={read}
        // No taller than the smallest result: at the end of a page, shrinking content shifts what is above.
        loading={<Skeleton className="mx-4 my-6 h-5" />}
        failed="The questionnaires could not be loaded"
      >
        {(found) =>
          found.questionnaires.length ? (
            <QuestionnaireWeeks {...props} {...found} now={new Date(read.dataUpdatedAt)} />
          ) : (
            <EmptySection>No questionnaires assigned yet.</EmptySection>
          )
        }
      </ReadState>
    </PlanSection>
  )
}
