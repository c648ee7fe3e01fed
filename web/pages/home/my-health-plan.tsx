import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  type Plan,
  addFamilyMember,
  familyMemberForm,
  getMyClientData,
} from '#contract/plans/my-plan.ts'
import { myBookingsQuery } from '#web/features/bookings/my-bookings.tsx'
import { useSignedInUser } from '#web/features/accounts/auth/current-user.ts'
import { AskConsents } from '#web/features/consents/ask-consents.tsx'
import { AskFeedback } from '#web/features/feedback/ask-feedback.tsx'
import { useOwnFeedback } from '#web/features/feedback/use-own-feedback.ts'
import { MyPlans } from '#web/features/plans/my-plan/my-plans.tsx'
import { NextUp, WriteToCoach } from '#web/features/plans/my-plan/next-up.tsx'
import { Card } from '#web/ui/card.tsx'
import { RowsSkeleton } from '#web/ui/rows-skeleton.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { OwnActs } from '#web/features/accounts/auth/own-acts.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { queryFor } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { FamilyMemberFields } from '#web/features/plans/my-plan/edit-family-member.tsx'

/** What a client comes for (docs/product.md, "Dashboards"); of level 2 where it is not the page's first. */
export function MyHealthPlan({ level }: { level: 1 | 2 }) {
  const { isImpersonating } = useSignedInUser()
  // Not `isPending`: a failed read is pending again while a part below tries once more.
  const isRead = [
    useOwnFeedback(isImpersonating).isFetched || isImpersonating,
    useQuery(queryFor(getMyClientData, {})).isFetched,
    useQuery(myBookingsQuery).isFetched,
  ].every(Boolean)
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
      {/* Together, so that nothing moves when one of them is loaded. */}
      {isRead ? (
        <>
          <NextUp />
          <AskFeedback isImpersonating={isImpersonating} />
          <MyPlans>
            {(own) => (
              <>
                <BetweenSessions own={own} />
                {own && <AskConsents clientId={own.id} isImpersonating={isImpersonating} />}
              </>
            )}
          </MyPlans>
        </>
      ) : (
        <>
          <Skeleton className="mb-6 h-40 max-md:h-64" />
          <RowsSkeleton label="Loading your plan" />
        </>
      )}
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

/** The button and its dialog. The response replaces the cached list. */
function AddFamilyMember() {
  const [isOpen, setOpen] = useState(false)
  const queries = useQueryClient()
  return (
    <>
      <OwnActs show="button">
        <Button variant="secondary" icon={Plus} onClick={() => setOpen(true)}>
          Add Family Member
        </Button>
      </OwnActs>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Add Family Member"
        description="They’ll get their own plan, which you manage, and the same coach as you."
        size="sm"
        schema={familyMemberForm}
        defaults={{ firstName: '', lastName: '', familyRelation: undefined }}
        submitLabel="Add Family Member"
        pendingLabel="Adding..."
        mutationFn={({ fields: member }, call) => call(addFamilyMember, { body: member })}
        successToast={(_plans, { fields: { firstName } }) => ({
          title: 'Family member added',
          description: `${firstName} now has their own plan.`,
        })}
        errorToast="Failed to add family member"
        onSuccess={(plans) => queries.setQueryData(queryFor(getMyClientData, {}).queryKey, plans)}
      >
        <FamilyMemberFields />
      </FormDialog>
    </>
  )
}
