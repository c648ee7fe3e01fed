import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { addDays, calendarDay } from '#contract/calendar.ts'
import {
  assignQuestionnaire,
  listInstruments,
  maxTimes,
  questionnaireForm,
  intervalWeeks,
} from '#contract/questionnaires.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { dueDateError } from '#contract/weeks.ts'
import { FieldPair, TextField } from '#web/form/fields.tsx'
import { NumberField } from '#web/form/number-field.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { SelectField } from '#web/form/select-field.tsx'
import { queryFor } from '#web/lib/query.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { keepQuestionnaires } from './questionnaire-reads.ts'

const timesFault = `From 1 to ${maxTimes} times`

const fieldsOf = (createdAt: string) =>
  z
    .object({
      instrument: questionnaireForm.shape.instrument,
      dueDate: z.string().superRefine((day, context) => {
        const hasPassed = day !== '' && day < calendarDay(new Date(), timeZone)
        const fault = hasPassed
          ? 'This day has passed. Choose today or a later one.'
          : day && dueDateError(day, new Date(), { createdAt, timeZone })
        if (fault) context.addIssue({ code: 'custom', message: fault })
      }),
      times: z.number(timesFault).int(timesFault).min(1, timesFault).max(maxTimes, timesFault),
      everyWeeks: z.string(),
      note: questionnaireForm.shape.note,
    })
    .refine(({ dueDate, times }) => dueDate !== '' || times === 1, {
      path: ['dueDate'],
      message: 'A due date is required for what is repeated.',
    })

type GiveQuestionnaireProps = Pick<SessionsAndMetrics, 'client'> & {
  /** When the button was pressed. */
  at: number
  isOpen: boolean
  onClose: () => void
}

/** Which questionnaire, until when, and how often. */
export function GiveQuestionnaire({ client, at, isOpen, onClose }: GiveQuestionnaireProps) {
  const queries = useQueryClient()
  if (client.userEmail === null) return <NobodyToAnswer isOpen={isOpen} onClose={onClose} />
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Give questionnaire"
      description="The client finds it in the own plan and answers it there, in about two minutes."
      size="sm"
      schema={fieldsOf(client.createdAt)}
      defaults={{
        instrument: '',
        dueDate: addDays(calendarDay(new Date(at), timeZone), 7),
        times: 1,
        everyWeeks: '2',
        note: '',
      }}
      submitLabel="Give questionnaire"
      pendingLabel="Giving..."
      write={({ fields: { dueDate, everyWeeks, ...fields } }, call) =>
        call(assignQuestionnaire, {
          params: { id: client.id },
          body: {
            ...fields,
            dueDate: dueDate || null,
            everyWeeks: intervalWeeks.find((it) => String(it) === everyWeeks) ?? 2,
          },
        })
      }
      done={(_all, { fields: { times } }) =>
        times === 1
          ? { title: 'Questionnaire given' }
          : { title: `${times} questionnaires given`, description: 'One after the other.' }
      }
      failed="The questionnaire could not be given. Please try again."
      onSuccess={(all) => keepQuestionnaires(queries, client.id, all)}
    >
      <InstrumentField />
      <TextField name="dueDate" type="date" label="Due date" />
      <FieldPair>
        <NumberField name="times" label="How often" min={1} max={maxTimes} hint="1: only once" />
        <SelectField
          name="everyWeeks"
          label="Repeated"
          options={intervalWeeks.map((it) => ({
            value: String(it),
            label: it === 1 ? 'Every week' : `Every ${it} weeks`,
          }))}
        />
      </FieldPair>
      <TextAreaField name="note" label="Note" hint="The client reads it." rows={3} />
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

/** Of a family member without an own account. */
const NobodyToAnswer = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Dialog
    isOpen={isOpen}
    onOpenChange={(next) => {
      if (!next) onClose()
    }}
    size="sm"
    title="Give questionnaire"
    description="A questionnaire is answered by the person alone. This plan belongs to a family member without an own account, so nobody could answer it."
  />
)
