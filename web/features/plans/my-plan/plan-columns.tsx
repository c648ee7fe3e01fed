import { Link } from 'react-router'
import type { Plan } from '#contract/plans/my-plan.ts'
import { Person } from '#web/parts/person.tsx'
import { LastSession, NextSession } from '#web/parts/session-day.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { EditFamilyMember } from './edit-family-member.tsx'
import { planInitials, planName, relationLabel } from './plan-names.ts'

/** See docs/product.md, "Dashboards". */
export const planColumns: Column<Plan>[] = [
  {
    id: 'name',
    header: 'Name & Relationship',
    cell: (plan) => (
      <Person initials={planInitials(plan)} name={planName(plan)} isNameWhole>
        <span className="block text-xs text-muted">{relationLabel(plan)}</span>
      </Person>
    ),
    isHeading: true,
    width: 190,
    grow: 2,
    onPhone: 'head',
  },
  {
    id: 'last',
    header: 'Last Session',
    cell: (plan) => <LastSession {...plan} />,
    width: 120,
    grow: 1,
    onPhone: { fact: 'Last Session' },
  },
  {
    id: 'next',
    header: 'Next Session',
    cell: (plan) => <NextSession {...plan} />,
    width: 120,
    grow: 1,
    onPhone: { fact: 'Next Session' },
  },
  {
    id: 'edit',
    header: <span className="sr-only">Edit</span>,
    cell: (plan) => plan.familyRelation !== null && <EditFamilyMember plan={plan} />,
    width: 64,
    onPhone: 'corner',
  },
  {
    id: 'plan',
    header: <span className="sr-only">Plan</span>,
    cell: (plan) => <ViewPlan plan={plan} />,
    isAtEnd: true,
    width: 150,
    onPhone: 'foot',
  },
]

/** "View My Plan" for the user's own; with the name of each family member for screen readers. */
const ViewPlan = ({ plan }: { plan: Plan }) => (
  <Button asChild size="sm" variant={plan.familyRelation === null ? 'primary' : 'secondary'}>
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
