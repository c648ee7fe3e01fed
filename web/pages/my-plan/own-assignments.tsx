import { Check, MessageSquareText, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Assignment } from '#contract/assignments.ts'
import { calendarDay } from '#contract/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { AssignmentItem } from '#web/features/plan/assignment-item.tsx'
import { byUrgency } from '#web/features/plan/assignment-state.ts'
import { AssignmentLegend, AssignmentsGrid } from '#web/features/plan/assignments-grid.tsx'
import { NothingYet, PlanSection } from '#web/features/plan/plan-section.tsx'
import { useCompletion } from '#web/features/plan/use-completion.ts'
import type { Weeks } from '#web/features/plan/week-grid.tsx'
import { isFrom } from '#web/features/plan/weeks-of.ts'
import { timeZone } from '#web/lib/time-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { optional } from '#web/ui/optional.tsx'

const NoteToCoach = optional(
  async () => (await import('./note-to-coach.tsx')).NoteToCoach,
  'The form could not be fetched.',
)

type OwnAssignmentsProps = {
  plan: Pick<SessionsAndMetrics, 'client' | 'assignments'>
  weeks: Weeks
  now: Date
}

/** What there is to do between the sessions, the next thing first, then what is done; and all of it by week. */
export function OwnAssignments({ plan: { client, assignments }, weeks, now }: OwnAssignmentsProps) {
  const today = calendarDay(now, timeZone)
  // What is completed stays in its place until one comes back: nothing moves away from under a press.
  const [order] = useState(() => assignments.toSorted(byUrgency).map(({ id }) => id))
  const listed = assignments
    .filter(isFrom(weeks.shown[0] ?? 1))
    .toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  return (
    <PlanSection title="Home assignments">
      {listed.length > 0 && (
        <>
          <section
            aria-label="Home assignments"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
            tabIndex={0}
            className="relative max-h-144 overflow-y-auto max-md:max-h-96 border-b border-line focus-visible:-outline-offset-2"
          >
            <ul>
              {listed.map((assignment) => (
                <OwnAssignment
                  key={assignment.id}
                  clientId={client.id}
                  assignment={assignment}
                  today={today}
                />
              ))}
            </ul>
          </section>
          <AssignmentsGrid assignments={assignments} weeks={weeks} today={today} />
          <AssignmentLegend />
        </>
      )}
      {!listed.length && (
        <NothingYet>
          {assignments.length
            ? 'There are no home assignments in these weeks.'
            : 'No home assignments have been given yet. Your coach gives them to you in a session.'}
        </NothingYet>
      )}
    </PlanSection>
  )
}

type OwnAssignmentProps = { clientId: string; assignment: Assignment; today: string }

/** One press completes it; a word to the coach can follow. */
function OwnAssignment({ clientId, assignment, today }: OwnAssignmentProps) {
  const [isNoting, setNoting] = useState<boolean>()
  const completion = useCompletion(clientId, assignment, ({ isCompleted }) =>
    isCompleted
      ? {
          title: `Completed: ${assignment.assignmentTypeName}`,
          description: 'Your coach sees it.',
          action: { label: 'Add a note', onPress: () => setNoting(true) },
        }
      : { title: 'Taken back', description: 'It is to do again.' },
  )
  const isDone = assignment.completedAt !== null
  const named = (act: string) => `${act}: ${assignment.assignmentTypeName}`
  return (
    <AssignmentItem
      assignment={assignment}
      today={today}
      reader="client"
      actions={
        <>
          <Button
            size="sm"
            variant={isDone ? 'secondary' : 'primary'}
            icon={isDone ? RotateCcw : Check}
            isPending={completion.isPending}
            aria-label={named(isDone ? 'Take back' : 'Complete')}
            onClick={() => completion.run({ isCompleted: !isDone })}
          >
            {isDone ? 'Take back' : 'Complete'}
          </Button>
          {isDone && (
            <Button
              variant="ghost"
              size="sm"
              icon={MessageSquareText}
              aria-label={named(assignment.completionNote ? 'Change your note' : 'Add a note')}
              onClick={() => setNoting(true)}
            >
              {assignment.completionNote ? 'Change your note' : 'Add a note'}
            </Button>
          )}
          {isNoting !== undefined && (
            <NoteToCoach
              clientId={clientId}
              assignment={assignment}
              isOpen={isNoting}
              onClose={() => setNoting(false)}
            />
          )}
        </>
      }
    />
  )
}
