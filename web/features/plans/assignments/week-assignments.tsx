import { Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Assignment } from '#contract/plans/assignments.ts'
import type { CalendarDay } from '#contract/rules/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditAssignment } from './assignment-form.tsx'
import { AssignmentItem } from './assignment-item.tsx'
import { byUrgency } from './assignment-state.ts'
import { DeleteAssignments } from './delete-assignments.tsx'
import { useAssignmentCompletion } from './use-assignment-completion.ts'

export type WeekOfType = { week: number; typeId: string; typeName: string }
/** One type in one week, or everything after a week. */
export type AssignmentSelection = WeekOfType | { after: number }
type WeekAssignmentsProps = {
  plan: SessionsAndMetrics
  today: CalendarDay
  selection: AssignmentSelection
  isOpen: boolean
  onClose: () => void
}

/** The home assignments of a selection, each with its actions. */
export function WeekAssignments({ plan, today, selection, isOpen, onClose }: WeekAssignmentsProps) {
  const [action, setAction] = useState<{ kind: 'edit' | 'delete'; of: Assignment }>()
  const listed = plan.assignments
    .filter((it) =>
      'after' in selection
        ? it.weekNumber > selection.after
        : it.weekNumber === selection.week && it.assignmentTypeId === selection.typeId,
    )
    .toSorted(byUrgency)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={
        'after' in selection
          ? `Home assignments after week ${selection.after}`
          : `${selection.typeName}, week ${selection.week}`
      }
      description="Assigned to the client, with what has been completed."
    >
      {listed.length > 0 ? (
        <ul className="rounded-md border border-line">
          {listed.map((assignment) => (
            <AssignmentItem
              key={assignment.id}
              assignment={assignment}
              today={today}
              reader="staff"
              actions={
                <>
                  <Complete clientId={plan.client.id} assignment={assignment} />
                  <Button
                    variant="ghost"
                    size="sm"
                    icon={Pencil}
                    onClick={() => setAction({ kind: 'edit', of: assignment })}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="ghost"
                    size="sm"
                    icon={Trash2}
                    className="text-red-ink"
                    onClick={() => setAction({ kind: 'delete', of: assignment })}
                  >
                    Delete
                  </Button>
                </>
              }
            />
          ))}
        </ul>
      ) : (
        <p className="text-muted">
          No home assignments left {'after' in selection ? 'after this' : 'in this'} week.
        </p>
      )}
      {action?.kind === 'edit' && (
        <EditAssignment plan={plan} assignment={action.of} onClose={() => setAction(undefined)} />
      )}
      {action?.kind === 'delete' && (
        <DeleteAssignments
          clientId={plan.client.id}
          all={plan.assignments}
          assignment={plan.assignments.find((it) => it.id === action.of.id) ?? action.of}
          onClose={() => setAction(undefined)}
        />
      )}
    </Dialog>
  )
}

/** Staff may complete it on the client's behalf; the assignment then shows by whom. */
function Complete({ clientId, assignment }: { clientId: string; assignment: Assignment }) {
  const completion = useAssignmentCompletion(clientId, assignment)
  const isDone = assignment.completedAt !== null
  return (
    <OwnActs show="button">
      <Button
        variant="secondary"
        size="sm"
        {...(isDone && { icon: RotateCcw })}
        isPending={completion.isPending}
        onClick={() => completion.run({ isCompleted: !isDone })}
      >
        {isDone ? 'Undo' : 'Mark as completed'}
      </Button>
    </OwnActs>
  )
}
