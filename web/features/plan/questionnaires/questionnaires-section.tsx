import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NothingYet, PlanSection } from '../plan-section.tsx'
import { useQuestionnaires } from './questionnaire-reads.ts'
import { QuestionnaireWeeks } from './questionnaire-weeks.tsx'
import type { Weeks } from '../weeks/week-grid.tsx'

type QuestionnairesSectionProps = { clientId: string; weeks: Weeks; isWritable: boolean }

/** What the client answered about how they are, and what still waits to be answered. */
export function QuestionnairesSection(of: QuestionnairesSectionProps) {
  const read = useQuestionnaires(of.clientId)
  return (
    <PlanSection title="Questionnaires">
      <ReadState
        read={read}
        // No higher than the least that may come: at its end a page that gets shorter moves under whoever presses something.
        loading={<Skeleton className="mx-4 my-6 h-5" />}
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
    </PlanSection>
  )
}
