import { Check, MessageSquareText, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Assignment } from '#contract/plans/assignments.ts'
import type { CalendarDay } from '#contract/rules/calendar.ts'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { AssignmentItem } from '#web/features/plans/assignments/assignment-item.tsx'
import { useAssignmentCompletion } from '#web/features/plans/assignments/use-assignment-completion.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'

const NoteToCoach = lazyComponent(
  async () => (await import('./note-to-coach.tsx')).NoteToCoach,
  'The form could not be loaded.',
)

type OwnAssignmentProps = { clientId: string; assignment: Assignment; today: CalendarDay }

/** One press completes it; a word to the coach can follow. */
export function OwnAssignment({ clientId, assignment, today }: OwnAssignmentProps) {
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
