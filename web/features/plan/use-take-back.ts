import { removeAssessment } from '#contract/assessments.ts'
import { useWrite } from '#web/form/use-write.ts'

/** Takes back an assessment that a person entered; it stays in the history. */
export const useTakeBack = (clientId: string) =>
  useWrite<string, unknown>({
    write: (assessmentId, call) =>
      call(removeAssessment, { params: { id: clientId, assessmentId } }),
    done: () => ({ title: 'Assessment taken back', description: 'It stays in the history.' }),
    failed: 'The assessment could not be taken back. Please try again.',
  })
