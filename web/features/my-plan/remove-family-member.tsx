import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getMyClientData, type Plan, removeFamilyMember } from '#contract/my-plan.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { planName } from './plan-names.ts'

/** Removes a family member whose plan is still empty. */
export function RemoveFamilyMember({ plan }: { plan: Plan }) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const name = planName(plan)
  const remove = useApiMutation({
    mutationFn: (_nothing: void, call) => call(removeFamilyMember, { params: { id: plan.id } }),
    successToast: () => ({ title: 'Family member removed' }),
    errorToast: 'Failed to remove family member',
    onSuccess: (plans) => queries.setQueryData(queryFor(getMyClientData, {}).queryKey, plans),
    onError: () => setAsking(false),
  })
  return (
    <section
      aria-label="Plan"
      className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4"
    >
      <p className="min-w-0 flex-1 basis-40 text-muted">This plan is empty.</p>
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
        Remove Family Member
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Remove ${name}?`}
        description={`${name} and their empty plan will be removed. Their coach will no longer see them.`}
        confirmLabel="Remove Family Member"
        pendingLabel="Removing..."
        isPending={remove.isPending}
        onConfirm={() => remove.run()}
      />
    </section>
  )
}
