import { useState } from 'react'
import { Check, MessageSquareText, RotateCcw } from 'lucide-react'
import type { Assignment } from '#contract/plans/assignments.ts'
import type { CalendarDay } from '#contract/rules/calendar.ts'
import { byUrgency } from '#web/features/plans/assignments/assignment-state.ts'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { AssignmentItem } from '#web/features/plans/assignments/assignment-item.tsx'
import { useAssignmentCompletion } from '#web/features/plans/assignments/use-assignment-completion.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'

type OwnAssignmentsProps = {
  clientId: string
  assignments: readonly Assignment[]
  today: CalendarDay
}

/** Home assignments, the next thing first, then what is done. */
export function OwnAssignments({ clientId, assignments, today }: OwnAssignmentsProps) {
  // What is completed stays in its place until the page is opened again: nothing moves away from under a press.
  const [order] = useState(() => assignments.toSorted(byUrgency).map(({ id }) => id))
  return (
    <ul>
      {assignments
        .toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
        .map((assignment) => (
          <OwnAssignment
            key={assignment.id}
            clientId={clientId}
            assignment={assignment}
            today={today}
          />
        ))}
    </ul>
  )
}

const NoteToCoach = lazyComponent(
  async () => (await import('./note-to-coach.tsx')).NoteToCoach,
  'The form could not be loaded.',
)

type OwnAssignmentProps = { clientId: string; assignment: Assignment; today: CalendarDay }

/** One press completes it; a word to the coach can follow. */
function OwnAssignment({ clientId, assignment, today }: OwnAssignmentProps) {
  const [isNoting, setNoting] = useState<boolean>()
  const completion = useAssignmentCompletion(clientId, assignment, ({ isCompleted }) =>
    isCompleted
      ? {
          title: `Completed: ${assignment.assignmentTypeName}`,
          description: 'Your coach will see it.',
          action: { label: 'Add a note', onPress: () => setNoting(true) },
        }
      : { title: 'Undone', description: 'It’s open again.' },
  )
  const isDone = assignment.completedAt !== null
  const named = (act: string) => `${act}: ${assignment.assignmentTypeName}`
  const noteLabel = assignment.completionNote ? 'Change your note' : 'Add a note'
  return (
    <AssignmentItem
      assignment={assignment}
      today={today}
      reader="client"
      actions={
        <OwnActs show="button">
          <Button
            size="sm"
            variant={isDone ? 'secondary' : 'primary'}
            icon={isDone ? RotateCcw : Check}
            isPending={completion.isPending}
            aria-label={named(isDone ? 'Undo' : 'Complete')}
            onClick={() => completion.run({ isCompleted: !isDone })}
          >
            {isDone ? 'Undo' : 'Complete'}
          </Button>
          {isDone && (
            <Button
              variant="ghost"
              size="sm"
              icon={MessageSquareText}
              aria-label={named(noteLabel)}
              onClick={() => setNoting(true)}
            >
              {noteLabel}
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
        </OwnActs>
      }
    />
  )
}
