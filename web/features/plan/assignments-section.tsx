import { useState } from 'react'
import { addDays, calendarDay, type CalendarDay } from '#contract/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { timeZone } from '#web/lib/installation.ts'
import { Button } from '#web/ui/button.tsx'
import { optional } from '#web/ui/optional.tsx'
import { AssignmentLegend, AssignmentsGrid } from './assignments-grid.tsx'
import { NothingYet, PlanSection } from './plan-section.tsx'
import type { WeekOfType } from './week-assignments.tsx'
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
  const [opened, setOpened] = useState<WeekOfType & { isOpen: boolean }>()
  const today = calendarDay(now, timeZone)
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
            onOpenWeek={(chosen) => setOpened({ ...chosen, isOpen: true })}
          />
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
          chosen={opened}
          isOpen={opened.isOpen}
          onClose={() => setOpened({ ...opened, isOpen: false })}
        />
      )}
    </PlanSection>
  )
}

const inAWeek = () => addDays(calendarDay(new Date(), timeZone), 7)
