import type { ReactNode } from 'react'
import type { Plan } from '#contract/my-plan.ts'
import { PlanDay, PlanIdentity, ViewPlan } from './plan-parts.tsx'

/** The same on phones: one card for each plan. */
export const PlanCards = ({ plans }: { plans: readonly Plan[] }) => (
  <ul aria-label="My plan and my family's" className="flex flex-col gap-3">
    {plans.map((plan) => (
      <li key={plan.id} className="rounded-md border border-line bg-surface p-4">
        <PlanIdentity plan={plan} />
        <dl className="my-4 grid grid-cols-2 gap-4">
          <Fact name="Last Session">
            <PlanDay date={plan.lastSessionDate} none="None yet" />
          </Fact>
          <Fact name="Next Session">
            <PlanDay date={plan.nextSessionDate} none="Not scheduled" />
          </Fact>
        </dl>
        <ViewPlan plan={plan} className="w-full" />
      </li>
    ))}
  </ul>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="mt-0.5">{children}</dd>
  </div>
)
