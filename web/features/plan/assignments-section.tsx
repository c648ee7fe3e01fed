import { useState } from 'react'
import { addDays, calendarDay, type CalendarDay } from '#contract/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { timeZone } from '#web/lib/installation.ts'
import { Button } from '#web/ui/button.tsx'
import { optional } from '#web/ui/optional.tsx'
import { AssignmentLegend, AssignmentsGrid } from './assignments-grid.tsx'
import { NothingYet, PlanSection } from './plan-section.tsx'
import type { Chosen } from './week-assignments.tsx'
import type { Weeks } from './week-grid.tsx'

const notFetched = 'This could not be fetched.'
const GiveAssignment = optional(
  async () => (await import('./assignment-form.tsx')).GiveAssignment,
  notFetched,
)
const WeekAssignments = optional(
  async () => (await import('./week-assignments.tsx')).WeekAssignments,
  notFetched,
)

type AssignmentsSectionProps = { plan: SessionsAndMetrics; weeks: Weeks; now: Date }

/** What the client does between the sessions, and what the coach can do with it. */
export function AssignmentsSection({ plan, weeks, now }: AssignmentsSectionProps) {
  const [giving, setGiving] = useState<{ isOpen: boolean; dueDate: CalendarDay }>()
  // It keeps what it shows while it closes.
  const [opened, setOpened] = useState<{ chosen: Chosen; isOpen: boolean }>()
  const open = (chosen: Chosen) => setOpened({ chosen, isOpen: true })
  const today = calendarDay(now, timeZone)
  const last = weeks.shown.at(-1) ?? 1
  const later = plan.assignments.filter(({ weekNumber }) => weekNumber > last).length
  return (
    <PlanSection
      title="Home assignments"
      action={
        <Button size="sm" onClick={() => setGiving({ isOpen: true, dueDate: inAWeek() })}>
          + Add home assignment
        </Button>
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
      {giving && (
        <GiveAssignment
          plan={plan}
          {...giving}
          onClose={() => setGiving({ ...giving, isOpen: false })}
        />
      )}
      {opened && (
        <WeekAssignments
          plan={plan}
          today={today}
          {...opened}
          onClose={() => setOpened({ ...opened, isOpen: false })}
        />
      )}
    </PlanSection>
  )
}

const inAWeek = () => addDays(calendarDay(new Date(), timeZone), 7)
