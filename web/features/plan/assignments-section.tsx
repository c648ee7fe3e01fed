import { lazy, Suspense, useState } from 'react'
import { calendarDay } from '#contract/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { timeZone } from '#web/lib/installation.ts'
import { Button } from '#web/ui/button.tsx'
import { AssignmentLegend, AssignmentsGrid } from './assignments-grid.tsx'
import { NothingYet, PlanSection } from './plan-section.tsx'
import type { Weeks } from './week-grid.tsx'

const GiveAssignment = lazy(async () => ({
  default: (await import('./assignment-form.tsx')).GiveAssignment,
}))
const WeekAssignments = lazy(async () => ({
  default: (await import('./week-assignments.tsx')).WeekAssignments,
}))

type AssignmentsSectionProps = { plan: SessionsAndMetrics; weeks: Weeks; now: Date }
type Opened = { week: number; typeId: string; typeName: string }

/** What the client does between the sessions, and what the coach can do with it. */
export function AssignmentsSection({ plan, weeks, now }: AssignmentsSectionProps) {
  const [isGiving, setGiving] = useState<boolean>()
  const [opened, setOpened] = useState<Opened>()
  const [wasOpened, setWasOpened] = useState(false)
  const today = calendarDay(now, timeZone)
  return (
    <PlanSection
      title="Home assignments"
      action={
        <Button size="sm" onClick={() => setGiving(true)}>
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
            onOpenWeek={(week, typeId) => {
              const of = plan.assignments.find((it) => it.assignmentTypeId === typeId)
              setOpened({ week, typeId, typeName: of?.assignmentTypeName ?? '' })
              setWasOpened(true)
            }}
          />
          <AssignmentLegend />
        </>
      ) : (
        <NothingYet>No home assignments have been given yet.</NothingYet>
      )}
      <Suspense>
        {isGiving !== undefined && (
          <GiveAssignment plan={plan} isOpen={isGiving} onClose={() => setGiving(false)} />
        )}
        {wasOpened && (
          <WeekAssignments
            plan={plan}
            today={today}
            chosen={opened}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </PlanSection>
  )
}
