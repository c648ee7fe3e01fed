import { useQuery } from '@tanstack/react-query'
import { HeartHandshake } from 'lucide-react'
import type { ReactNode } from 'react'
import { getMyClientData } from '#contract/my-plan.ts'
import { read } from '#web/lib/query.ts'
import { phone, useMedia } from '#web/ui/use-media.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { PlanCards } from './plan-cards.tsx'
import { PlanTable } from './plan-table.tsx'

/** The own plan and those of the family, in whichever of their states; `children` below them, once it is known how many there are. */
export function MyPlans({ children }: { children: ReactNode }) {
  const Plans = useMedia(phone) ? PlanCards : PlanTable
  return (
    <ReadState
      read={useQuery(read(getMyClientData, {}))}
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
          {children}
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
      hint="It appears here as soon as your coaching is set up. You do not have to do anything."
    />
  </Card>
)

/** A calm word where a row alone would look like something is missing. */
function hintOf(plans: { lastSessionDate: string | null; nextSessionDate: string | null }[]) {
  const [own] = plans
  if (own && !own.lastSessionDate && !own.nextSessionDate)
    return 'Welcome. Your coach plans your first session with you; its day then stands here.'
  if (plans.length === 1)
    return 'Do you look after somebody? A family member whom you add gets a plan of their own.'
  return 'Each family member has a plan of their own.'
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
