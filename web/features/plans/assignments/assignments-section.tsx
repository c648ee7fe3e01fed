import { useState } from 'react'
import { addDays, calendarDay, type CalendarDay } from '#contract/rules/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { AssignmentLegend, AssignmentsGrid } from './assignments-grid.tsx'
import { EmptySection, PlanSection } from '../plan-section.tsx'
import type { Weeks } from '../weeks/week-grid.tsx'
import { AddAssignment } from './assignment-form.tsx'
import { AssignQuestionnaire } from '../questionnaires/assign-questionnaire.tsx'
import { type AssignmentSelection, WeekAssignments } from './week-assignments.tsx'

/** Without a selection, the form for a new home assignment. */
type OpenedDialog = {
  selection: AssignmentSelection | 'questionnaire' | undefined
  dueDate: CalendarDay
  isOpen: boolean
}

type AssignmentsSectionProps = { plan: SessionsAndMetrics; weeks: Weeks; now: Date }

export function AssignmentsSection({ plan, weeks, now }: AssignmentsSectionProps) {
  const [dialog, setDialog] = useState<OpenedDialog>()
  const open = (selection?: OpenedDialog['selection']) =>
    setDialog({
      selection,
      dueDate: addDays(calendarDay(new Date(), timeZone), 7),
      isOpen: true,
    })
  const opened = ({ isOpen, ...rest }: OpenedDialog) => ({
    isOpen,
    onClose: () => setDialog({ ...rest, isOpen: false }),
  })
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
      {dialog &&
        (dialog.selection === 'questionnaire' ? (
          <AssignQuestionnaire {...opened(dialog)} client={plan.client} dueDate={dialog.dueDate} />
        ) : dialog.selection ? (
          <WeekAssignments
            {...opened(dialog)}
            plan={plan}
            today={today}
            selection={dialog.selection}
          />
        ) : (
          <AddAssignment {...opened(dialog)} plan={plan} dueDate={dialog.dueDate} />
        ))}
    </PlanSection>
  )
}
