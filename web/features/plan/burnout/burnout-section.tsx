import { optional } from '#web/ui/optional.tsx'
import { AddAssessment } from './add-assessment.tsx'
import type { BurnoutWeeksProps } from './burnout-weeks.tsx'
import { NothingYet, PlanSection } from '../plan-section.tsx'
import { WhenSeen } from '../values/when-seen.tsx'

const BurnoutWeeks = optional(
  async () => (await import('./burnout-weeks.tsx')).BurnoutWeeks,
  'The assessments could not be shown.',
)

/** What was found of the burnout risk: the last of a plan, made when somebody comes near it. */
export const BurnoutSection = (found: BurnoutWeeksProps) => (
  <PlanSection
    title="Overall burnout risk assessment"
    action={
      found.isWritable && (
        <AddAssessment clientId={found.clientId} currentWeek={found.weeks.current} />
      )
    }
  >
    {/* The dialog that says who took one back stays when it was the only one. */}
    <WhenSeen className={found.assessments.length ? 'empty:min-h-94' : ''}>
      <BurnoutWeeks {...found} />
    </WhenSeen>
    {!found.assessments.length && (
      <NothingYet>The burnout risk has not been assessed yet.</NothingYet>
    )}
  </PlanSection>
)
