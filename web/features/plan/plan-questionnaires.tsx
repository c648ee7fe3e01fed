import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NothingYet } from './plan-section.tsx'
import { useQuestionnaires } from './questionnaire-reads.ts'
import { QuestionnaireWeeks } from './questionnaire-weeks.tsx'
import type { QuestionnairesSectionProps } from './questionnaires-section.tsx'

/** The questionnaires of a plan, in whichever state the read of them is. */
export function PlanQuestionnaires(of: QuestionnairesSectionProps) {
  const read = useQuestionnaires(of.clientId)
  return (
    <ReadState
      read={read}
      loading={<Skeleton className="m-4 h-36" />}
      failed="The questionnaires could not be loaded"
    >
      {(found) =>
        found.questionnaires.length ? (
          <QuestionnaireWeeks {...of} {...found} now={new Date(read.dataUpdatedAt)} />
        ) : (
          <NothingYet>No questionnaires have been given yet.</NothingYet>
        )
      }
    </ReadState>
  )
}
