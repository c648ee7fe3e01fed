import { AddFamilyMember } from '#web/features/my-plan/add-family-member.tsx'
import { MyPlans } from '#web/features/my-plan/my-plans.tsx'
import { NextUp } from '#web/features/my-plan/next-up.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** What a client comes for (specification part 1, section 2, "Shell"); of level 2 where it is not the page's first. */
export const MyHealthPlan = ({ level }: { level: 1 | 2 }) => (
  <div>
    {level === 1 ? (
      <PageHeader
        title="My Health Plan"
        subtitle="Your plan and the plans of your family, one step at a time."
        actions={<AddFamilyMember />}
      />
    ) : (
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">My Health Plan</h2>
        <AddFamilyMember />
      </div>
    )}
    <NextUp />
    <MyPlans>
      <Card className="mt-8 max-w-prose">
        <h2 className="text-base">Between the sessions</h2>
        <p className="mt-2">Your coach plans your sessions and tells you when you meet.</p>
        <p className="mt-2 text-muted">
          Do you want to move a session, or is something on your mind before the next one? Write to
          your coach. In an emergency call your local emergency number.
        </p>
      </Card>
    </MyPlans>
  </div>
)
