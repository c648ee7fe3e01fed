import { removeAssessment } from '#contract/assessments.ts'
import { useWrite } from '#web/form/use-write.ts'

/** Removes an assessment that a person entered; it stays in the history. */
export const useRemoveAssessment = (clientId: string) =>
  useWrite<string, unknown>({
    write: (assessmentId, call) =>
      call(removeAssessment, { params: { id: clientId, assessmentId } }),
    done: () => ({ title: 'Assessment removed', description: 'It stays in the history.' }),
    failed: 'Failed to remove the assessment. Please try again.',
  })
