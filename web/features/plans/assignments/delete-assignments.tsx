import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteAssignments, restOfSeries } from '#contract/plans/assignment-changes.ts'
import { type Assignment } from '#contract/plans/assignments.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatCalendarDay } from '#web/lib/dates.ts'
import { storeAssignments } from '#web/lib/session-queries.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

type DeleteAssignmentsProps = {
  clientId: string
  /** The whole plan's. */
  all: readonly Assignment[]
  assignment: Assignment
  onClose: () => void
}
type Scope = 'one' | 'rest'

export function DeleteAssignments({ clientId, all, assignment, onClose }: DeleteAssignmentsProps) {
  const queries = useQueryClient()
  const [scope, setScope] = useState<Scope>('one')
  const rest = restOfSeries(assignment, all)
  const chosen = scope === 'rest' ? rest : [assignment]
  const done = chosen.filter(({ completedAt }) => completedAt !== null)
  const remove = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(deleteAssignments, {
        params: { id: assignment.id },
        query: { scope, completed: done.length },
      }),
    successToast: () => ({
      title: chosen.length === 1 ? 'Home assignment deleted' : `${chosen.length} deleted`,
    }),
    errorToast: 'Failed to delete the home assignment. Please try again.',
    onSuccess: (remaining) => {
      storeAssignments(queries, clientId, remaining)
      onClose()
    },
  })
  const what = chosen.length === 1 ? 'home assignment' : `${chosen.length} home assignments`
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={chosen.length === 1 ? 'Delete this home assignment?' : `Delete ${what}?`}
      description={
        <>
          <p>
            {assignment.assignmentTypeName}
            {assignment.dueDate && `, due ${formatCalendarDay(assignment.dueDate)}`}
            {chosen.length > 1 && `, and the ${chosen.length - 1} after it`}, {}
            will be permanently deleted.
          </p>
          {done.length > 0 && <p className="mt-2 text-red-ink">{completedWarning(chosen, done)}</p>}
        </>
      }
      confirmLabel={`Delete ${what}`}
      pendingLabel="Deleting..."
      isPending={remove.isPending}
      onConfirm={() => remove.run()}
    >
      {rest.length > 1 && (
        <Field label="Apply to">
          {(control) => (
            <Select
              {...control}
              value={scope}
              onValueChange={(next) => setScope(next === 'rest' ? 'rest' : 'one')}
              options={[
                { value: 'one', label: 'Only this one' },
                { value: 'rest', label: `This one and the ${rest.length - 1} after it` },
              ]}
            />
          )}
        </Field>
      )}
    </ConfirmDialog>
  )
}

function completedWarning(chosen: readonly Assignment[], done: readonly Assignment[]) {
  const hasNote = done.some(({ completionNote }) => completionNote !== null)
  const which =
    chosen.length === 1
      ? 'It is already completed'
      : `${done.length} of them ${done.length === 1 ? 'is' : 'are'} already completed`
  return `${which}${hasNote ? ', with a note from the client' : ''}.`
}
