import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import {
  getOrganization,
  listOrganizations,
  type Organization,
  rotateInvite,
} from '#contract/organizations.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { read } from '#web/lib/query.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'

/** Makes a new link, after saying what becomes of the old one. */
export function RotateLink({ organization: { id, name } }: { organization: Organization }) {
  const [isAsking, setAsking] = useState(false)
  const rotate = useRotate(id, () => setAsking(false))
  return (
    <>
      <Button variant="secondary" icon={RefreshCw} onClick={() => setAsking(true)}>
        Rotate link
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Rotate the onboarding link?"
        description={`The old link of ${name} is dead at once: whoever has it, in a mail or on paper, can no longer register with it. Those who are registered already keep their accounts.`}
        confirmLabel="Rotate link"
        pendingLabel="Rotating..."
        isPending={rotate.isPending}
        onConfirm={() => rotate.mutate()}
      />
    </>
  )
}

function useRotate(id: string, onDone: () => void) {
  const toast = useToast()
  const queries = useQueryClient()
  return useSingleMutation<Organization, void>({
    mutationFn: () => call(rotateInvite, { params: { id } }),
    onSuccess: (rotated) => {
      queries.setQueryData(read(getOrganization, { params: { id } }).queryKey, rotated)
      void queries.invalidateQueries({ queryKey: [listOrganizations.path] })
      toast({ title: 'Link rotated', description: 'The old onboarding link no longer works.' })
      onDone()
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: sentenceOf(error, 'Failed to rotate the onboarding link'),
        tone: 'destructive',
      }),
  })
}
