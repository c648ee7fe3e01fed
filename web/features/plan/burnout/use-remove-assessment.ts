import { removeAssessment } from '#contract/assessments.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'

/** Removes an assessment that a person entered; it stays in the history. */
export const useRemoveAssessment = (clientId: string) =>
  useApiMutation<string, unknown>({
    mutationFn: (assessmentId, call) =>
      call(removeAssessment, { params: { id: clientId, assessmentId } }),
    successToast: () => ({ title: 'Assessment removed', description: 'It stays in the history.' }),
    errorToast: 'Failed to remove the assessment. Please try again.',
  })
