import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { type Assignment, completeAssignment, completionNote } from '#contract/plans/assignments.ts'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { storeAssignments } from '#web/lib/session-queries.ts'

const form = z.object({ note: completionNote })

type NoteToCoachProps = {
  clientId: string
  assignment: Assignment
  isOpen: boolean
  onClose: () => void
}

/** How it went, in the client's own words. */
export function NoteToCoach({ clientId, assignment, isOpen, onClose }: NoteToCoachProps) {
  const queries = useQueryClient()
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Note to your coach"
      description={`How did it go? ${assignment.assignmentTypeName}.`}
      size="sm"
      schema={form}
      defaults={{ note: assignment.completionNote ?? '' }}
      submitLabel="Save note"
      pendingLabel="Saving..."
      mutationFn={({ fields: { note } }, call) =>
        call(completeAssignment, {
          params: { id: assignment.id },
          body: { isCompleted: true, note },
        })
      }
      successToast={() => ({ title: 'Note saved', description: 'Your coach will see it.' })}
      errorToast="Failed to save the note. Please try again."
      onSuccess={(all) => storeAssignments(queries, clientId, all)}
    >
      <TextAreaField name="note" label="Note" hint="Visible to your coach" rows={4} />
    </FormDialog>
  )
}
