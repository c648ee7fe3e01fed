import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptySection, PlanSection } from '../plan-section.tsx'
import { useQuestionnaires } from './questionnaire-reads.ts'
import { QuestionnaireWeeks } from './questionnaire-weeks.tsx'
import type { Weeks } from '../weeks/week-grid.tsx'

type QuestionnairesSectionProps = { clientId: string; weeks: Weeks; isWritable: boolean }

export function QuestionnairesSection(props: QuestionnairesSectionProps) {
  const read = useQuestionnaires(props.clientId)
  return (
    <PlanSection title="Questionnaires">
      <ReadState
        read={read}
        // No taller than the smallest result: at the end of a page, shrinking content shifts what is above.
        loading={<Skeleton className="mx-4 my-6 h-5" />}
        failed="The questionnaires could not be loaded"
      >
        {(found) =>
          found.questionnaires.length ? (
            <QuestionnaireWeeks {...props} {...found} now={new Date(read.dataUpdatedAt)} />
          ) : (
            <EmptySection>No questionnaires assigned yet.</EmptySection>
          )
        }
      </ReadState>
    </PlanSection>
  )
}
