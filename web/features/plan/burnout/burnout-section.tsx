import { optional } from '#web/ui/optional.tsx'
import { AddAssessment } from './add-assessment.tsx'
import type { BurnoutWeeksProps } from './burnout-weeks.tsx'
import { EmptySection, PlanSection } from '../plan-section.tsx'
import { RenderWhenVisible } from '../render-when-visible.tsx'

const BurnoutWeeks = optional(
  async () => (await import('./burnout-weeks.tsx')).BurnoutWeeks,
  'The assessments could not be loaded.',
)

/** Rendered when it comes near the viewport. */
export const BurnoutSection = (props: BurnoutWeeksProps) => (
  <PlanSection
    title="Overall burnout risk assessment"
    action={
      props.isWritable && (
        <AddAssessment clientId={props.clientId} currentWeek={props.weeks.current} />
      )
    }
  >
    {/* Also without assessments, so that the dialog stays open when the only one is removed. */}
    <RenderWhenVisible className={props.assessments.length ? 'empty:min-h-94' : ''}>
      <BurnoutWeeks {...props} />
    </RenderWhenVisible>
    {!props.assessments.length && (
      <EmptySection>Burnout risk has not been assessed yet.</EmptySection>
    )}
  </PlanSection>
)
