import { useState } from 'react'
import { calendarDay } from '#contract/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { optional } from '#web/ui/optional.tsx'
import type { Asked } from './assignment-dialogs.tsx'
import { AssignmentLegend, AssignmentsGrid } from './assignments-grid.tsx'
import { NothingYet, PlanSection } from '../plan-section.tsx'
import type { Weeks } from '../weeks/week-grid.tsx'

const AssignmentDialogs = optional(
  async () => (await import('./assignment-dialogs.tsx')).AssignmentDialogs,
  'This could not be fetched.',
)

type AssignmentsSectionProps = { plan: SessionsAndMetrics; weeks: Weeks; now: Date }

/** What the client does between the sessions, and what the coach can do with it. */
export function AssignmentsSection({ plan, weeks, now }: AssignmentsSectionProps) {
  const [asked, setAsked] = useState<Asked>()
  const open = (chosen?: Asked['chosen']) => setAsked({ chosen, at: Date.now(), isOpen: true })
  const today = calendarDay(now, timeZone)
  const last = weeks.shown.at(-1) ?? 1
  const later = plan.assignments.filter(({ weekNumber }) => weekNumber > last).length
  return (
    <PlanSection
      title="Home assignments"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => open('questionnaire')}>
            + Give questionnaire
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
        <NothingYet>No home assignments have been given yet.</NothingYet>
      )}
      {asked && (
        <AssignmentDialogs
          {...asked}
          plan={plan}
          today={today}
          onClose={() => setAsked({ ...asked, isOpen: false })}
        />
      )}
    </PlanSection>
  )
}
