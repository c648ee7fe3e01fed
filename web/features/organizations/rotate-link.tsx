import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import {
  getOrganization,
  type Organization,
  rotateInvite,
} from '#contract/organizations/organizations.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

export function RotateLink({ organization: { id, name } }: { organization: Organization }) {
  const [isConfirming, setConfirming] = useState(false)
  const rotate = useRotate(id, () => setConfirming(false))
  return (
    <>
      <Button variant="secondary" icon={RefreshCw} onClick={() => setConfirming(true)}>
        Rotate Link
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Rotate the onboarding link?"
        description={`The current link of ${name} stops working immediately, also in emails and on printed copies. Employees who have already registered keep their accounts.`}
        confirmLabel="Rotate Link"
        pendingLabel="Rotating..."
        isPending={rotate.isPending}
        onConfirm={() => rotate.run()}
      />
    </>
  )
}

function useRotate(id: string, onDone: () => void) {
  const queries = useQueryClient()
  return useApiMutation({
    mutationFn: (_nothing: void, call) => call(rotateInvite, { params: { id } }),
    successToast: () => ({
      title: 'Link rotated',
      description: 'The old onboarding link no longer works.',
    }),
    errorToast: 'Failed to rotate the onboarding link',
    onSuccess: (rotated) => {
      queries.setQueryData(queryFor(getOrganization, { params: { id } }).queryKey, rotated)
      onDone()
    },
  })
}
