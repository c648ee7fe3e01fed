import { z } from 'zod'
import { addAssessment, assessmentForm, removeAssessment } from '#contract/plans/assessments.ts'
import { longWeekName } from '#contract/rules/weeks.ts'
import { SelectField } from '#web/form/select-field.tsx'
import { FieldPair } from '#web/form/fields.tsx'
import { NumberField } from '#web/form/number-field.tsx'
import { TextAreaField } from '#web/form/text-area-field.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'

/** A select field has text values. */
const fields = assessmentForm.extend({ weekNumber: z.string().transform(Number) })

type AssessmentDialogProps = {
  clientId: string
  currentWeek: number
  isOpen: boolean
  onClose: () => void
}

export function AssessmentDialog({
  clientId,
  currentWeek,
  isOpen,
  onClose,
}: AssessmentDialogProps) {
  const removal = useRemoveAssessment(clientId)
  const weeks = Array.from({ length: Math.max(1, currentWeek) }, (_, index) => currentWeek - index)
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add burnout assessment"
      description="Replaces the week's score unless there is a questionnaire. Earlier scores stay in the history."
      size="sm"
      schema={fields}
      defaults={{
        weekNumber: String(Math.max(1, currentWeek)),
        riskScore: undefined as unknown as number,
        reason: '',
      }}
      submitLabel="Save assessment"
      pendingLabel="Saving..."
      mutationFn={({ fields: assessment }, call) =>
        call(addAssessment, { params: { id: clientId }, body: assessment })
      }
      successToast={({ id }, { fields: { riskScore, weekNumber } }) => ({
        title: 'Assessment saved',
        description: `${longWeekName(weekNumber)}: ${riskScore}.`,
        action: { label: 'Undo', onPress: () => removal.run(id) },
      })}
      errorToast="Failed to save the assessment. Please try again."
    >
      <FieldPair>
        <SelectField
          name="weekNumber"
          label="Week"
          options={weeks.map((week) => ({ value: String(week), label: longWeekName(week) }))}
        />
        <NumberField
          name="riskScore"
          label="Risk score"
          hint="0 to 100"
          min={0}
          max={100}
          step="any"
        />
      </FieldPair>
      <TextAreaField name="reason" label="Reason" rows={3} />
    </FormDialog>
  )
}

/** Removes an assessment that a person entered; it stays in the history. */
export const useRemoveAssessment = (clientId: string) =>
  useApiMutation<string, unknown>({
    mutationFn: (assessmentId, call) =>
      call(removeAssessment, { params: { id: clientId, assessmentId } }),
    successToast: () => ({ title: 'Assessment removed', description: 'It stays in the history.' }),
    errorToast: 'Failed to remove the assessment. Please try again.',
  })
