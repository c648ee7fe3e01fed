import type { Plan } from '#contract/my-plan.ts'
import { LastSession, NextSession } from '#web/parts/session-day.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { EditFamilyMember } from './edit-family-member.tsx'
import { PlanIdentity, ViewPlan } from './plan-parts.tsx'

/** The same on phones: one card for each plan. */
export const PlanCards = ({ plans }: { plans: readonly Plan[] }) => (
  <ul aria-label="My plan and my family's" className="flex flex-col gap-3">
    {plans.map((plan) => (
      <li key={plan.id} className="rounded-md border border-line bg-surface p-4">
        <div className="flex items-start justify-between gap-3">
          <PlanIdentity plan={plan} />
          {plan.familyRelation !== null && <EditFamilyMember plan={plan} />}
        </div>
        <Facts className="my-4 grid grid-cols-2 gap-4">
          <Fact name="Last Session">
            <LastSession {...plan} />
          </Fact>
          <Fact name="Next Session">
            <NextSession {...plan} />
          </Fact>
        </Facts>
        <ViewPlan plan={plan} className="w-full" />
      </li>
    ))}
  </ul>
)
