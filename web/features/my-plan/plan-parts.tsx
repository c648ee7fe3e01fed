import { Link } from 'react-router'
import type { Plan } from '#contract/my-plan.ts'
import { Person } from '#web/parts/person.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { planInitials, planName, relationLabel } from './plan-names.ts'

export const PlanIdentity = ({ plan }: { plan: Plan }) => (
  <Person initials={planInitials(plan)} name={planName(plan)} isNameWhole>
    <span className="block text-xs text-muted">{relationLabel(plan)}</span>
  </Person>
)

/** "View My Plan" of the user's own; of the family each with its name, for those who listen. */
export const ViewPlan = ({ plan, className }: { plan: Plan; className?: string }) => (
  <Button
    asChild
    size={className ? 'md' : 'sm'}
    variant={plan.familyRelation === null ? 'primary' : 'secondary'}
    className={className}
  >
    <Link to={paths.myPlan(plan.id)}>
      {plan.familyRelation === null ? (
        'View My Plan'
      ) : (
        <>
          View Plan<span className="sr-only"> of {planName(plan)}</span>
        </>
      )}
    </Link>
  </Button>
)
