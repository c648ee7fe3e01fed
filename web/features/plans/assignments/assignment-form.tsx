import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  assignmentForm,
  createAssignments,
  maxRepeats,
  updateAssignment,
} from '#contract/plans/assignment-changes.ts'
import { type Assignment } from '#contract/plans/assignments.ts'
import type { CalendarDay } from '#contract/rules/calendar.ts'
import { definitionKinds } from '#contract/definitions/definitions.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { dueDateError } from '#contract/rules/weeks.ts'
import { SelectField } from '#web/form/select-field.tsx'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { NumberField } from '#web/form/number-field.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { formatDateTime } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { storeAssignments, planQuery } from '#web/lib/session-queries.ts'
import { ReadState } from '#web/parts/read-state.tsx'

const none = 'none'
const repeatError = `Enter a number from 1 to ${maxRepeats}`

const editFields = (createdAt: string) =>
  z.object({
    assignmentDefinitionId: z.string().min(1, 'Assignment type is required'),
    dueDate: z.string().superRefine((day, context) => {
      const error = day && dueDateError(day, new Date(), { createdAt, timeZone })
      if (error) context.addIssue({ code: 'custom', message: error })
    }),
    note: assignmentForm.shape.note,
  })
const addFields = (createdAt: string) =>
  editFields(createdAt)
    .extend({
      repeatWeeks: z
        .number(repeatError)
        .int(repeatError)
        .min(1, repeatError)
        .max(maxRepeats, repeatError),
      sessionId: z.string(),
    })
    .refine(({ dueDate, repeatWeeks }) => dueDate !== '' || repeatWeeks === 1, {
      path: ['dueDate'],
      message: 'Choose a due date to repeat the assignment.',
    })

type FormProps = {
  plan: SessionsAndMetrics
  isOpen: boolean
  /** Initially. */
  dueDate: CalendarDay
  onClose: () => void
}

export function AddAssignment({ plan, isOpen, dueDate, onClose }: FormProps) {
  const queries = useQueryClient()
  const { id, createdAt } = plan.client
  const sessions = plan.sessions.toSorted(
    (a, b) => Date.parse(b.sessionDate) - Date.parse(a.sessionDate),
  )
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add home assignment"
      description="The client will see and complete it in their plan."
      size="sm"
      schema={addFields(createdAt)}
      defaults={{
        assignmentDefinitionId: '',
        dueDate,
        note: '',
        repeatWeeks: 1,
        sessionId: none,
      }}
      submitLabel="Add home assignment"
      pendingLabel="Adding..."
      mutationFn={({ fields: { dueDate: due, sessionId, ...fields } }, call) =>
        call(createAssignments, {
          params: { id },
          body: {
            ...fields,
            dueDate: due || null,
            sessionId: sessionId === none ? null : sessionId,
          },
        })
      }
      successToast={(_all, { fields: { repeatWeeks } }) =>
        repeatWeeks === 1
          ? { title: 'Home assignment added' }
          : { title: `${repeatWeeks} home assignments added`, description: 'One per week.' }
      }
      errorToast="Failed to add the home assignment. Please try again."
      onSuccess={(all) => storeAssignments(queries, id, all)}
    >
      <TypeField />
      <FieldPair>
        <TextField name="dueDate" type="date" label="Due date" />
        <NumberField
          name="repeatWeeks"
          label="Weeks in a row"
          min={1}
          max={maxRepeats}
          hint="1 = once"
        />
      </FieldPair>
      <SelectField
        name="sessionId"
        label="From a session"
        options={[
          { value: none, label: 'None' },
          ...sessions.map((it) => ({
            value: it.id,
            label: `${it.sessionDefinitionName}, ${formatDateTime(it.sessionDate)}`,
          })),
        ]}
      />
      <NoteField />
    </FormDialog>
  )
}

type EditProps = { plan: SessionsAndMetrics; assignment: Assignment; onClose: () => void }

const shownFields = ({ assignmentTypeId, dueDate, note }: Assignment) => ({
  assignmentDefinitionId: assignmentTypeId,
  dueDate: dueDate ?? '',
  note: note ?? '',
})

export function EditAssignment({ plan, assignment, onClose }: EditProps) {
  const queries = useQueryClient()
  const { id: clientId, createdAt } = plan.client
  const { id, version } = assignment
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Edit home assignment"
      {...(assignment.seriesId && { description: 'Other assignments in the series won’t change.' })}
      size="sm"
      schema={editFields(createdAt)}
      defaults={shownFields(assignment)}
      version={version}
      reloadRow={async () => {
        const { assignments } = await refetchQuery(queries, planQuery(clientId))
        const fresh = assignments.find((it) => it.id === id)
        if (!fresh) throw new Error('It has been deleted.')
        return { fields: shownFields(fresh), version: fresh.version }
      }}
      draftKey={`home assignment ${id}`}
      submitLabel="Save"
      pendingLabel="Saving..."
      mutationFn={({ fields, version: read_ }, call) =>
        call(updateAssignment, {
          params: { id },
          body: { ...fields, dueDate: fields.dueDate || null, version: read_ },
        })
      }
      successToast={() => ({ title: 'Home assignment saved' })}
      errorToast="Failed to save the home assignment. Please try again."
      onSuccess={(all) => storeAssignments(queries, clientId, all)}
    >
      <TypeField />
      <TextField name="dueDate" type="date" label="Due date" />
      <NoteField />
    </FormDialog>
  )
}

function TypeField() {
  const types = useQuery(queryFor(definitionKinds.assignmentDefinition.list, {}))
  const select = (placeholder: string, all: readonly { id: string; name: string }[] = []) => (
    <SelectField
      name="assignmentDefinitionId"
      label="Assignment Type"
      placeholder={placeholder}
      options={all.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
  return (
    <ReadState
      read={types}
      loading={select('Loading...')}
      failed="The assignment types could not be loaded"
    >
      {(all) =>
        all.length ? (
          select('Select an assignment type', all)
        ) : (
          <p className="text-muted">
            No assignment types yet. An administrator can add them in System Settings.
          </p>
        )
      }
    </ReadState>
  )
}

const NoteField = () => (
  <TextAreaField name="note" label="Note" hint="Visible to the client" rows={3} />
)
