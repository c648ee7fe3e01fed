import type { Plan } from '#contract/my-plan.ts'
import { useSignedInUser } from '#web/features/auth/current-user.ts'
import { AskConsents } from '#web/features/consents/ask-consents.tsx'
import { AddFamilyMember } from '#web/features/my-plan/add-family-member.tsx'
import { MyPlans } from '#web/features/my-plan/my-plans.tsx'
import { NextUp } from '#web/features/my-plan/next-up.tsx'
import { WriteToCoach } from '#web/features/my-plan/write-to-coach.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** What a client comes for (docs/product.md, "Dashboards"); of level 2 where it is not the page's first. */
export function MyHealthPlan({ level }: { level: 1 | 2 }) {
  const { isImpersonating } = useSignedInUser()
  return (
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
        {(own) => (
          <>
            <BetweenSessions own={own} />
            {own && <AskConsents clientId={own.id} isImpersonating={isImpersonating} />}
          </>
        )}
      </MyPlans>
    </div>
  )
}

const BetweenSessions = ({ own }: { own: Plan | undefined }) => (
  <Card className="mt-8 max-w-prose">
    <h2 className="mb-2 text-base">Between sessions</h2>
    {own?.coachEmail && (
      <div className="mb-2">
        <p className="mb-1">Need to move a session, or is something on your mind?</p>
        <WriteToCoach plan={own} />
      </div>
    )}
    <p className="text-muted">In an emergency, call your local emergency number.</p>
  </Card>
)
