import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { calendarDay, type CalendarDay } from '#contract/rules/calendar.ts'
import {
  assignQuestionnaire,
  listInstruments,
  maxTimes,
  questionnaireForm,
  intervalWeeks,
} from '#contract/questionnaires/questionnaires.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { dueDateError } from '#contract/rules/weeks.ts'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { NumberField } from '#web/form/number-field.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { queryFor } from '#web/lib/query.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { setQuestionnaires } from './questionnaire-rows.ts'

const timesError = `Enter a number from 1 to ${maxTimes}`

const getDefaults = (createdAt: string) =>
  z
    .object({
      instrument: questionnaireForm.shape.instrument,
      dueDate: z.string().superRefine((day, context) => {
        const hasPassed = day !== '' && day < calendarDay(new Date(), timeZone)
        const error = hasPassed
          ? 'Choose today or a later date.'
          : day && dueDateError(day, new Date(), { createdAt, timeZone })
        if (error) context.addIssue({ code: 'custom', message: error })
      }),
      times: z.number(timesError).int(timesError).min(1, timesError).max(maxTimes, timesError),
      everyWeeks: z.string(),
      note: questionnaireForm.shape.note,
    })
    .refine(({ dueDate, times }) => dueDate !== '' || times === 1, {
      path: ['dueDate'],
      message: 'Choose a due date to repeat the questionnaire.',
    })

type AssignQuestionnaireProps = Pick<SessionsAndMetrics, 'client'> & {
  /** Initially. */
  dueDate: CalendarDay
  isOpen: boolean
  onClose: () => void
}

export function AssignQuestionnaire({
  client,
  dueDate,
  isOpen,
  onClose,
}: AssignQuestionnaireProps) {
  const queries = useQueryClient()
  if (client.userEmail === null) return <NobodyToAnswer isOpen={isOpen} onClose={onClose} />
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Assign questionnaire"
      description="The client will find it in their plan. Answering takes about two minutes."
      size="sm"
      schema={getDefaults(client.createdAt)}
      defaults={{
        instrument: '',
        dueDate,
        times: 1,
        everyWeeks: '2',
        note: '',
      }}
      submitLabel="Assign questionnaire"
      pendingLabel="Assigning..."
      mutationFn={({ fields: { dueDate: due, everyWeeks, ...fields } }, call) =>
        call(assignQuestionnaire, {
          params: { id: client.id },
          body: {
            ...fields,
            dueDate: due || null,
            everyWeeks: intervalWeeks.find((it) => String(it) === everyWeeks) ?? 2,
          },
        })
      }
      successToast={(_all, { fields: { times } }) =>
        times === 1
          ? { title: 'Questionnaire assigned' }
          : {
              title: `${times} questionnaires assigned`,
              description: 'They open one after the other.',
            }
      }
      errorToast="Failed to assign the questionnaire. Please try again."
      onSuccess={(all) => setQuestionnaires(queries, client.id, all)}
    >
      <InstrumentField />
      <TextField name="dueDate" type="date" label="Due date" />
      <FieldPair>
        <NumberField name="times" label="How often" min={1} max={maxTimes} hint="1 = once" />
        <SelectField
          name="everyWeeks"
          label="Repeat"
          options={intervalWeeks.map((it) => ({
            value: String(it),
            label: it === 1 ? 'Every week' : `Every ${it} weeks`,
          }))}
        />
      </FieldPair>
      <TextAreaField name="note" label="Note" hint="Visible to the client" rows={3} />
    </FormDialog>
  )
}

function InstrumentField() {
  const instruments = useQuery(queryFor(listInstruments, {}))
  const { control } = useFormContext()
  const chosen: unknown = useWatch({ control, name: 'instrument' })
  const select = (
    placeholder: string,
    options: { value: string; label: string }[] = [],
    hint?: string,
  ) => (
    <SelectField
      name="instrument"
      label="Questionnaire"
      placeholder={placeholder}
      options={options}
      {...(hint !== undefined && { hint })}
    />
  )
  return (
    <ReadState
      read={instruments}
      loading={select('Loading...')}
      failed="The questionnaires could not be loaded"
    >
      {(all) => {
        const it = all.find(({ key }) => key === chosen)
        return select(
          'Select a questionnaire',
          all.map(({ key, title }) => ({ value: key, label: title })),
          it && `${it.items} questions. ${it.citation} ${it.licence}`,
        )
      }}
    </ReadState>
  )
}

/** For a family member without an account. */
const NobodyToAnswer = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    size="sm"
    title="Assign questionnaire"
    description="Clients answer questionnaires themselves. This family member has no account, so nobody could answer it."
  />
)
