import { Pencil, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Assignment } from '#contract/assignments.ts'
import type { CalendarDay } from '#contract/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EditAssignment } from './assignment-form.tsx'
import { AssignmentItem } from './assignment-item.tsx'
import { byUrgency } from './assignment-state.ts'
import { DeleteAssignments } from './delete-assignments.tsx'
import { useCompletion } from '../use-completion.ts'

export type WeekOfType = { week: number; typeId: string; typeName: string }
/** One type in one week, or all that lie after a week. */
export type Chosen = WeekOfType | { after: number }
type WeekAssignmentsProps = {
  plan: SessionsAndMetrics
  today: CalendarDay
  /** What is looked at: what was pressed. */
  chosen: Chosen
  isOpen: boolean
  onClose: () => void
}

/** The home assignments of one type in one week, or of the weeks after those that are shown, and what can be done with each. */
export function WeekAssignments({ plan, today, chosen, isOpen, onClose }: WeekAssignmentsProps) {
  const [act, setAct] = useState<{ kind: 'edit' | 'delete'; of: Assignment }>()
  const listed = plan.assignments
    .filter((it) =>
      'after' in chosen
        ? it.weekNumber > chosen.after
        : it.weekNumber === chosen.week && it.assignmentTypeId === chosen.typeId,
    )
    .toSorted(byUrgency)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={
        'after' in chosen
          ? `Home assignments after week ${chosen.after}`
          : `${chosen.typeName}, week ${chosen.week}`
      }
      description="What the client is to do, and what was done."
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
                    onClick={() => setAct({ kind: 'edit', of: assignment })}
                  >
                    Edit
                  </Button>
                  <Button
                    variant="ghost"
                    size="sm"
                    icon={Trash2}
                    className="text-red-ink"
                    onClick={() => setAct({ kind: 'delete', of: assignment })}
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
          There is nothing left {'after' in chosen ? 'after this' : 'in this'} week.
        </p>
      )}
      {act?.kind === 'edit' && (
        <EditAssignment plan={plan} assignment={act.of} onClose={() => setAct(undefined)} />
      )}
      {act?.kind === 'delete' && (
        <DeleteAssignments
          clientId={plan.client.id}
          all={plan.assignments}
          assignment={plan.assignments.find((it) => it.id === act.of.id) ?? act.of}
          onClose={() => setAct(undefined)}
        />
      )}
    </Dialog>
  )
}

/** Staff may complete it for a client who says so; it then says by whom. */
function Complete({ clientId, assignment }: { clientId: string; assignment: Assignment }) {
  const completion = useCompletion(clientId, assignment)
  const isDone = assignment.completedAt !== null
  return (
    <Button
      variant="secondary"
      size="sm"
      {...(isDone && { icon: RotateCcw })}
      isPending={completion.isPending}
      onClick={() => completion.run({ isCompleted: !isDone })}
    >
      {isDone ? 'Take back' : 'Mark as completed'}
    </Button>
  )
}
