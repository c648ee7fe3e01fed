import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Questionnaire, withdrawQuestionnaire } from '#contract/questionnaires.ts'
import { useWrite } from '#web/form/use-write.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { keepQuestionnaires } from './questionnaire-reads.ts'

type WithdrawQuestionnaireProps = {
  clientId: string
  questionnaire: Questionnaire
  /** Those of the plan that were not answered. */
  all: readonly Questionnaire[]
  onClose: () => void
}

/** The question before a questionnaire is withdrawn: what was begun of it goes. */
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
  const withdrawal = useWrite({
    write: (_nothing: void, call) =>
      call(withdrawQuestionnaire, { params: { id: it.id }, query: { scope } }),
    done: () => ({ title: 'Questionnaire withdrawn', description: 'The client is told so there.' }),
    failed: 'The questionnaire could not be withdrawn. Please try again.',
    onSuccess: (left) => {
      keepQuestionnaires(queries, clientId, left)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Withdraw this questionnaire?"
      description={`${it.instrument.title}. It can then not be answered any more, and what was begun of it is deleted.`}
      confirmLabel="Withdraw questionnaire"
      pendingLabel="Withdrawing..."
      isPending={withdrawal.isPending}
      onConfirm={() => withdrawal.run()}
    >
      {later > 0 && (
        <Field label="Of its series">
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
