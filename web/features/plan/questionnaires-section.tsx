import { ReadState } from '#web/parts/read-state.tsx'
import { optional } from '#web/ui/optional.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NothingYet, PlanSection } from './plan-section.tsx'
import { useQuestionnaires } from './questionnaire-reads.ts'
import type { Weeks } from './week-grid.tsx'
import { WhenSeen } from './when-seen.tsx'

const QuestionnaireWeeks = optional(
  async () => (await import('./questionnaire-weeks.tsx')).QuestionnaireWeeks,
  'The questionnaires could not be shown.',
)

type QuestionnairesSectionProps = { clientId: string; weeks: Weeks; isWritable: boolean }

/** What the client answered about how they are, and what still waits to be answered. */
export function QuestionnairesSection({ clientId, ...props }: QuestionnairesSectionProps) {
  const read = useQuestionnaires(clientId)
  return (
    <PlanSection title="Questionnaires">
      <ReadState
        read={read}
        loading={<Skeleton className="m-4 h-40" />}
        failed="The questionnaires could not be loaded"
      >
        {({ questionnaires, marks }) =>
          questionnaires.length ? (
            <WhenSeen className="empty:min-h-40">
              <QuestionnaireWeeks
                {...{ clientId, questionnaires, marks, ...props }}
                now={new Date(read.dataUpdatedAt)}
              />
            </WhenSeen>
          ) : (
            <NothingYet>No questionnaires have been given yet.</NothingYet>
          )
        }
      </ReadState>
    </PlanSection>
  )
}
