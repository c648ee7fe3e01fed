import { optional } from '#web/ui/optional.tsx'
import { PlanSection } from './plan-section.tsx'
import type { Weeks } from './week-grid.tsx'
import { WhenSeen } from './when-seen.tsx'

const PlanQuestionnaires = optional(
  async () => (await import('./plan-questionnaires.tsx')).PlanQuestionnaires,
  'The questionnaires could not be shown.',
)

export type QuestionnairesSectionProps = { clientId: string; weeks: Weeks; isWritable: boolean }

/** What the client answered about how they are, and what still waits to be answered: made when somebody comes near it. */
export const QuestionnairesSection = (of: QuestionnairesSectionProps) => (
  <PlanSection title="Questionnaires">
    <WhenSeen className="empty:min-h-44">
      <PlanQuestionnaires {...of} />
    </WhenSeen>
  </PlanSection>
)
