import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Questionnaire,
  withdrawQuestionnaire,
} from '#contract/questionnaires/questionnaires.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { setQuestionnaires } from './questionnaire-rows.ts'

type WithdrawQuestionnaireProps = {
  clientId: string
  questionnaire: Questionnaire
  /** The plan's unanswered questionnaires. */
  all: readonly Questionnaire[]
  onClose: () => void
}

export function WithdrawQuestionnaire({
  clientId,
  questionnaire: it,
  all,
  onClose,
}: WithdrawQuestionnaireProps) {
  const queries = useQueryClient()
  const [scope, setScope] = useState<'one' | 'rest'>('one')
  const later = all.filter(
    (other) =>
      it.seriesId !== null &&
      other.seriesId === it.seriesId &&
      (other.dueDate ?? '') > (it.dueDate ?? '') &&
      other.endedAt === null,
  ).length
  const withdrawal = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(withdrawQuestionnaire, { params: { id: it.id }, query: { scope } }),
    successToast: () => ({
      title: 'Questionnaire withdrawn',
      description: 'The client will see this in their plan.',
    }),
    errorToast: 'Failed to withdraw the questionnaire. Please try again.',
    onSuccess: (remaining) => {
      setQuestionnaires(queries, clientId, remaining)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Withdraw this questionnaire?"
      description={`The client can no longer answer ${it.instrument.title}. Any answers so far will be deleted.`}
      confirmLabel="Withdraw questionnaire"
      pendingLabel="Withdrawing..."
      isPending={withdrawal.isPending}
      onConfirm={() => withdrawal.run()}
    >
      {later > 0 && (
        <Field label="Apply to">
          {(control) => (
            <Select
              {...control}
              value={scope}
              onValueChange={(next) => setScope(next === 'rest' ? 'rest' : 'one')}
              options={[
                { value: 'one', label: 'Only this one' },
                { value: 'rest', label: `This one and the ${later} after it` },
              ]}
            />
          )}
        </Field>
      )}
    </ConfirmDialog>
  )
}
