import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  declineQuestionnaire,
  type OpenedQuestionnaire,
} from '#contract/questionnaires/questionnaires.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { questionnaireQuery } from './use-answers.ts'

/** Nobody has to answer. */
export function Decline({ opened: { id } }: { opened: OpenedQuestionnaire }) {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const refusal = useApiMutation({
    mutationFn: (_nothing: void, call) => call(declineQuestionnaire, { params: { id } }),
    errorToast: 'This could not be saved. Please try again.',
    onSuccess: (declined) => queries.setQueryData(questionnaireQuery(id).queryKey, declined),
    onSettled: () => setAsking(false),
  })
  return (
    <>
      <Button variant="ghost" className="h-12" onClick={() => setAsking(true)}>
        I would rather not answer
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Decline this questionnaire?"
        description="That’s fine. Your coach will see that you declined, but none of your answers."
        confirmLabel="Decline questionnaire"
        pendingLabel="Saving..."
        tone="primary"
        isPending={refusal.isPending}
        onConfirm={() => refusal.run()}
      />
    </>
  )
}
