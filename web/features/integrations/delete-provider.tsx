import { deleteIntegration, type Integration } from '#contract/integrations/integrations.ts'
import { DeleteDialog } from '#web/parts/delete-dialog.tsx'
import { failedToast } from './failed-toast.ts'
import { getProviderForm } from './provider-lookup.ts'

type DeleteProviderProps = {
  isOpen: boolean
  onClose: () => void
  /** To move the focus when its row is gone. */
  onDeleted: () => void
  integration: Integration
}

export function DeleteProvider({ integration, ...dialog }: DeleteProviderProps) {
  const { label } = getProviderForm(integration)
  return (
    <DeleteDialog
      {...dialog}
      title={`Remove ${label}?`}
      description="Its settings and secrets will be deleted; the log of its calls is kept. This cannot be undone."
      confirmLabel="Remove provider"
      pendingLabel="Removing..."
      mutationFn={(call) => call(deleteIntegration, { params: { id: integration.id } })}
      successToast={{ title: 'Provider removed', description: label }}
      errorToast={failedToast('Failed to remove provider.')}
    />
  )
}
