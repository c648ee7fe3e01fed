import { deleteIntegration, type Integration } from '#contract/integrations.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { failedToast } from './failed-toast.ts'
import { getProviderForm } from './provider-lookup.ts'

type DeleteProviderProps = {
  isOpen: boolean
  onClose: () => void
  /** To move the focus when its row is gone. */
  onDeleted: () => void
  integration: Integration
}

export function DeleteProvider({ isOpen, onClose, onDeleted, integration }: DeleteProviderProps) {
  const { label } = getProviderForm(integration)
  const { send, isPending } = useApiMutation({
    mutationFn: ({ id }: Integration, call) => call(deleteIntegration, { params: { id } }),
    successToast: () => ({ title: 'Provider removed', description: label }),
    errorToast: failedToast('Failed to remove provider.'),
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Remove ${label}?`}
      description="Its settings and secrets will be deleted; the log of its calls is kept. This cannot be undone."
      confirmLabel="Remove provider"
      pendingLabel="Removing..."
      isPending={isPending}
      onConfirm={() => void send(integration).then(onDeleted, () => {})}
    />
  )
}
