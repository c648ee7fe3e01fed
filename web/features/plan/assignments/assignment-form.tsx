import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  assignmentForm,
  createAssignments,
  maxRepeats,
  updateAssignment,
} from '#contract/assignment-changes.ts'
import { type Assignment } from '#contract/assignments.ts'
import type { CalendarDay } from '#contract/calendar.ts'
import { definitionKinds } from '#contract/definitions.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { dueDateError } from '#contract/weeks.ts'
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
const typeRequired = 'Assignment type is required'

const givenFields = (createdAt: string) =>
  z.object({
    assignmentDefinitionId: z.string().min(1, typeRequired),
    dueDate: z.string().superRefine((day, context) => {
      const fault = day && dueDateError(day, new Date(), { createdAt, timeZone })
      if (fault) context.addIssue({ code: 'custom', message: fault })
    }),
    note: assignmentForm.shape.note,
  })
const fieldsOf = (createdAt: string) =>
  givenFields(createdAt)
    .extend({
      repeatWeeks: z
        .number(`From 1 to ${maxRepeats} weeks`)
        .int(`From 1 to ${maxRepeats} weeks`)
        .min(1, `From 1 to ${maxRepeats} weeks`)
        .max(maxRepeats, `From 1 to ${maxRepeats} weeks`),
      sessionId: z.string(),
    })
    .refine(({ dueDate, repeatWeeks }) => dueDate !== '' || repeatWeeks === 1, {
      path: ['dueDate'],
      message: 'A due date is required for what is repeated every week.',
    })

type FormProps = {
  plan: SessionsAndMetrics
  isOpen: boolean
  /** That it begins with. */
  dueDate: CalendarDay
  onClose: () => void
}

/** Type, day and note of what the client is to do until then; the same again every week, where that is wanted. */
export function GiveAssignment({ plan, isOpen, dueDate, onClose }: FormProps) {
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
      description="The client sees it in the own plan and completes it there."
      size="sm"
      schema={fieldsOf(createdAt)}
      defaults={{
        assignmentDefinitionId: '',
        dueDate,
        note: '',
        repeatWeeks: 1,
        sessionId: none,
      }}
      submitLabel="Add home assignment"
      pendingLabel="Adding..."
      write={({ fields: { dueDate: due, sessionId, ...fields } }, call) =>
        call(createAssignments, {
          params: { id },
          body: {
            ...fields,
            dueDate: due || null,
            sessionId: sessionId === none ? null : sessionId,
          },
        })
      }
      done={(_all, { fields: { repeatWeeks } }) =>
        repeatWeeks === 1
          ? { title: 'Home assignment added' }
          : { title: `${repeatWeeks} home assignments added`, description: 'One for each week.' }
      }
      failed="Failed to add the home assignment. Please try again."
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
          hint="1: only once"
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

/** Changes one home assignment; the others of its series stay as they are. */
export function EditAssignment({ plan, assignment, onClose }: EditProps) {
  const queries = useQueryClient()
  const { id: clientId, createdAt } = plan.client
  const { id, version } = assignment
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Edit home assignment"
      {...(assignment.seriesId && { description: 'The others of its series stay as they are.' })}
      size="sm"
      schema={givenFields(createdAt)}
      defaults={shownFields(assignment)}
      version={version}
      reread={async () => {
        const { assignments } = await refetchQuery(queries, planQuery(clientId))
        const fresh = assignments.find((it) => it.id === id)
        if (!fresh) throw new Error('It was deleted meanwhile.')
        return { fields: shownFields(fresh), version: fresh.version }
      }}
      keepAs={`home assignment ${id}`}
      submitLabel="Save"
      pendingLabel="Saving..."
      write={({ fields, version: read_ }, call) =>
        call(updateAssignment, {
          params: { id },
          body: { ...fields, dueDate: fields.dueDate || null, version: read_ },
        })
      }
      done={() => ({ title: 'Home assignment saved' })}
      failed="Failed to save the home assignment. Please try again."
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
            There are no assignment types yet. An administrator adds them in System Settings.
          </p>
        )
      }
    </ReadState>
  )
}

const NoteField = () => (
  <TextAreaField name="note" label="Note" hint="The client reads it." rows={3} />
)
