import { useQuery } from '@tanstack/react-query'
import { HeartHandshake } from 'lucide-react'
import type { ReactNode } from 'react'
import { getMyClientData, type Plan } from '#contract/plans/my-plan.ts'
import { queryFor } from '#web/lib/query.ts'
import { wholeList } from '#web/lib/use-list.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { Rows } from '#web/ui/rows.tsx'
import { planColumns } from './plan-columns.tsx'

const shape = { columns: planColumns, cardHeight: 220 }

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
