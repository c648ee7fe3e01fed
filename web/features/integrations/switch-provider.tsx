import type { Integration } from '#contract/integrations/integrations.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { getProviderForm } from './provider-lookup.ts'
import { typeLabels } from './type-labels.ts'
import type { useSwitch } from './use-integration-writes.ts'

type SwitchProviderProps = {
  isOpen: boolean
  onClose: () => void
  integration: Integration
  switching: ReturnType<typeof useSwitch>
}

/** Confirms what data will be sent out. */
export function SwitchProvider({ isOpen, onClose, integration, switching }: SwitchProviderProps) {
  const { label, about } = getProviderForm(integration)
  const { describeSentData, unchanged } = typeLabels[integration.type]
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      tone="primary"
      title={`Make ${label} the active provider?`}
      description={
        <>
          <p>Data will be sent out of this installation. {describeSentData(label)}</p>
          <p className="mt-2">{about}</p>
          {unchanged && <p className="mt-2">{unchanged}</p>}
        </>
      }
      confirmLabel="Activate provider"
      pendingLabel="Activating..."
      isPending={switching.isPending}
      onConfirm={() => void switching.send(integration).then(onClose, () => {})}
    />
  )
}
