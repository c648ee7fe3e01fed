import type { Assignment } from '#contract/assignments.ts'
import type { CalendarDay } from '#contract/calendar.ts'
import type { Plan } from '#contract/my-plan.ts'
import { OpenQuestionnaires } from '#web/features/my-plan/open-questionnaires.tsx'
import { EmptySection, PlanSection } from '#web/features/plan/plan-section.tsx'
import { OwnAssignments } from './own-assignments.tsx'

type ThisWeekProps = {
  clientId: string
  assignments: readonly Assignment[]
  today: CalendarDay
  /** What can be answered; undefined where it could not be loaded. */
  next: Plan | undefined
}

/** What there is to do until the next session. */
export const ThisWeek = ({ clientId, assignments, today, next }: ThisWeekProps) => {
  const hasQuestionnaires = next !== undefined && next.questionnaires.length > 0
  return (
    <PlanSection title="This week">
      {hasQuestionnaires && (
        <div className="border-b border-line px-4 py-3 last:border-b-0">
          <h3 className="text-xs font-semibold text-muted">Questionnaire from your coach</h3>
          <OpenQuestionnaires plan={next} />
        </div>
      )}
      {assignments.length > 0 && (
        <section aria-label="Home assignments">
          <OwnAssignments clientId={clientId} assignments={assignments} today={today} />
        </section>
      )}
      {!hasQuestionnaires && !assignments.length && (
        <EmptySection>
          {next && !next.help
            ? 'Nothing to do this week. Take a quiet moment for yourself.'
            : 'Nothing is due this week.'}
        </EmptySection>
      )}
    </PlanSection>
  )
}
