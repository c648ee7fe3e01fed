import { useQuery } from '@tanstack/react-query'
import { HeartHandshake } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getMyClientData, type Plan } from '#contract/plans/my-plan.ts'
import { queryFor } from '#web/lib/query.ts'
import { wholeList } from '#web/lib/use-list.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { Rows } from '#web/ui/rows.tsx'
import { Person } from '#web/parts/person.tsx'
import { LastSession, NextSession } from '#web/parts/session-day.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { EditFamilyMember } from './edit-family-member.tsx'
import { planInitials, planName, relationLabel } from './plan-names.ts'

type MyPlansProps = { children: (own: Plan | undefined) => ReactNode }

/** The user's plan and those of the family; `children` appear below once these are loaded. */
export function MyPlans({ children }: MyPlansProps) {
  return (
    <ReadState
      read={useQuery(queryFor(getMyClientData, {}))}
      loading={<RowsSkeleton label="Loading your plan" />}
      failed="Your plan could not be loaded"
    >
      {(plans) => (
        <>
          {plans.length ? (
            <>
              <Rows
                {...shape}
                label="My plan and my family's"
                list={wholeList(plans)}
                rowKey={({ id }) => id}
              />
              <p className="mt-4 max-w-prose text-muted">{getHint(plans)}</p>
            </>
          ) : (
            <NoPlan />
          )}
          {children(plans[0])}
        </>
      )}
    </ReadState>
  )
}

const NoPlan = () => (
  <Card className="p-0">
    <EmptyState
      icon={HeartHandshake}
      title="Your plan is being prepared"
      hint="It will appear here as soon as your coaching is set up. Nothing to do for now."
    />
  </Card>
)

/** Explains an otherwise empty row. */
function getHint(plans: { lastSessionDate: string | null; nextSessionDate: string | null }[]) {
  const [own] = plans
  if (own && !own.lastSessionDate && !own.nextSessionDate)
    return 'Welcome. Your coach will arrange your first session; the date will appear here.'
  if (plans.length === 1)
    return 'Do you look after someone? Each family member you add gets their own plan.'
  return 'Each family member has their own plan.'
}

/** See docs/product.md, "Dashboards". */
const planColumns: Column<Plan>[] = [
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

const shape = { columns: planColumns, cardHeight: 220 }
