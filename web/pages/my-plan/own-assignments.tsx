import { CircleCheck, CircleDashed, Clock } from 'lucide-react'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { NothingYet, PlanSection } from '#web/features/plan/plan-section.tsx'
import { isFrom } from '#web/features/plan/weeks-of.ts'
import { shortCalendarDay, shortDate } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { assignmentState, byUrgency, type OwnAssignment } from './assignment-state.ts'
import { OwnTable } from './own-table.tsx'

type OwnAssignmentsProps = Pick<SessionsAndMetrics, 'assignments'> & {
  firstWeek: number
  now: Date
}

/** What there is to do between the sessions, the next thing first, then what is done. */
export function OwnAssignments({ assignments, firstWeek, now }: OwnAssignmentsProps) {
  const shown = assignments.filter(isFrom(firstWeek)).toSorted(byUrgency)
  return (
    <PlanSection title="Home assignments">
      {shown.length ? (
        <OwnTable
          label="Home assignments"
          columns={['Assignment', 'Due', 'Status']}
          rows={shown.map((assignment) => ({
            id: assignment.id,
            what: assignment.assignmentTypeName,
            week: assignment.weekNumber,
            when: <DueDay {...assignment} />,
            status: <State assignment={assignment} now={now} />,
          }))}
        />
      ) : (
        <NothingYet>
          {assignments.length
            ? 'There are no home assignments in these weeks.'
            : 'No home assignments have been given yet. Your coach gives them to you in a session.'}
        </NothingYet>
      )}
    </PlanSection>
  )
}

const DueDay = ({ dueDate }: Pick<OwnAssignment, 'dueDate'>) =>
  dueDate ? (
    <time dateTime={dueDate}>{shortCalendarDay(dueDate)}</time>
  ) : (
    <span className="text-muted">No date</span>
  )

/** A date that has passed is said calmly: nobody is scolded here. */
function State({ assignment, now }: { assignment: OwnAssignment; now: Date }) {
  switch (assignmentState(assignment, now)) {
    case 'completed':
      return (
        <Badge tone="green" icon={CircleCheck}>
          Completed {assignment.completedAt && shortDate(assignment.completedAt)}
        </Badge>
      )
    case 'past due':
      return (
        <Badge tone="amber" icon={Clock}>
          Date has passed
        </Badge>
      )
    case 'to do':
      return (
        <Badge tone="blue" icon={CircleDashed}>
          To do
        </Badge>
      )
  }
}
