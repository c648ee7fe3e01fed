import { useState } from 'react'
import { calendarDay } from '#contract/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { optional } from '#web/ui/optional.tsx'
import type { OpenedDialog } from './assignment-dialogs.tsx'
import { AssignmentLegend, AssignmentsGrid } from './assignments-grid.tsx'
import { EmptySection, PlanSection } from '../plan-section.tsx'
import type { Weeks } from '../weeks/week-grid.tsx'

const AssignmentDialogs = optional(
  async () => (await import('./assignment-dialogs.tsx')).AssignmentDialogs,
  'The form could not be loaded.',
)

type AssignmentsSectionProps = { plan: SessionsAndMetrics; weeks: Weeks; now: Date }

export function AssignmentsSection({ plan, weeks, now }: AssignmentsSectionProps) {
  const [dialog, setDialog] = useState<OpenedDialog>()
  const open = (selection?: OpenedDialog['selection']) =>
    setDialog({ selection, openedAt: Date.now(), isOpen: true })
  const today = calendarDay(now, timeZone)
  const last = weeks.shown.at(-1) ?? 1
  const later = plan.assignments.filter(({ weekNumber }) => weekNumber > last).length
  return (
    <PlanSection
      title="Home assignments"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => open('questionnaire')}>
            + Assign questionnaire
          </Button>
          <Button size="sm" onClick={() => open()}>
            + Add home assignment
          </Button>
        </div>
      }
    >
      {plan.assignments.length ? (
        <>
          <AssignmentsGrid
            assignments={plan.assignments}
            weeks={weeks}
            today={today}
            onOpenWeek={open}
          />
          {later > 0 && (
            <p className="border-t border-line px-4 py-3">
              <Button variant="secondary" size="sm" onClick={() => open({ after: last })}>
                After these weeks: {later}
              </Button>
            </p>
          )}
          <AssignmentLegend />
        </>
      ) : (
        <EmptySection>No home assignments yet.</EmptySection>
      )}
      {dialog && (
        <AssignmentDialogs
          {...dialog}
          plan={plan}
          today={today}
          onClose={() => setDialog({ ...dialog, isOpen: false })}
        />
      )}
    </PlanSection>
  )
}
