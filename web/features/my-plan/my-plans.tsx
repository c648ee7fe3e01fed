import { useQuery } from '@tanstack/react-query'
import { HeartHandshake } from 'lucide-react'
import type { ReactNode } from 'react'
import { getMyClientData, type Plan } from '#contract/my-plan.ts'
import { queryFor } from '#web/lib/query.ts'
import { phoneQuery, useMediaQuery } from '#web/ui/use-media-query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PlanTable } from './plan-table.tsx'

type MyPlansProps = { children: (own: Plan | undefined) => ReactNode }

/** The own plan and those of the family, in whichever of their states; `children` below them, once they are known. */
export function MyPlans({ children }: MyPlansProps) {
  const Plans = useMediaQuery(phoneQuery) ? PlanCards : PlanTable
  return (
    <ReadState
      read={useQuery(queryFor(getMyClientData, {}))}
      loading={<PlansSkeleton />}
      failed="Your plan could not be loaded"
    >
      {(plans) => (
        <>
          {plans.length ? (
            <>
              <Plans plans={plans} />
              <p className="mt-4 max-w-prose text-muted">{hintOf(plans)}</p>
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

/** A calm word where a row alone would look like something is missing. */
function hintOf(plans: { lastSessionDate: string | null; nextSessionDate: string | null }[]) {
  const [own] = plans
  if (own && !own.lastSessionDate && !own.nextSessionDate)
    return 'Welcome. Your coach will arrange your first session; the date will appear here.'
  if (plans.length === 1)
    return 'Do you look after someone? Each family member you add gets their own plan.'
  return 'Each family member has their own plan.'
}

const PlansSkeleton = () => (
  <div className="rounded-md border border-line bg-surface">
    <Spinner label="Loading your plan" className="sr-only" />
    {Array.from({ length: 3 }, (_, row) => (
      <div
        key={row}
        className="flex h-16 items-center gap-3 border-b border-line px-4 last:border-b-0"
      >
        <Skeleton className="size-9 rounded-full" />
        <Skeleton className="h-4 w-40" />
        <Skeleton className="ml-auto h-4 w-1/3 max-md:hidden" />
      </div>
    ))}
  </div>
)
