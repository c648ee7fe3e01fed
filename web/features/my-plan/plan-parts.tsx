import { Link } from 'react-router'
import type { Plan } from '#contract/my-plan.ts'
import { shortDate } from '#web/lib/dates.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { planInitials, planName, relationLabel } from './plan-names.ts'

export const PlanIdentity = ({ plan }: { plan: Plan }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar initials={planInitials(plan)} />
    <span className="min-w-0">
      <span className="block font-semibold break-words">{planName(plan)}</span>
      <span className="block text-xs text-muted">{relationLabel(plan)}</span>
    </span>
  </span>
)

export const PlanDay = ({ date, none }: { date: string | null; none: string }) =>
  date ? (
    <time dateTime={date} className="whitespace-nowrap">
      {shortDate(date)}
    </time>
  ) : (
    <span className="whitespace-nowrap text-muted">{none}</span>
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
