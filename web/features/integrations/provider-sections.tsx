import { type ReactNode, useRef, type Ref } from 'react'
import { Plus } from 'lucide-react'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { IntegrationType } from '#contract/integrations/providers/providers.ts'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { type ProviderAction, IntegrationItem } from './integration-item.tsx'
import { isExternal, shownTypes } from './provider-lookup.ts'
import { useSwitch } from './use-integration-writes.ts'
import { typeLabels } from './type-labels.ts'

const failed = 'The dialog could not be loaded.'
const AddProvider = lazyComponent(
  async () => (await import('./add-provider.tsx')).AddProvider,
  failed,
)
const EditProvider = lazyComponent(
  async () => (await import('./edit-provider.tsx')).EditProvider,
  failed,
)
const DeleteProvider = lazyComponent(
  async () => (await import('./delete-provider.tsx')).DeleteProvider,
  failed,
)
const SwitchProvider = lazyComponent(
  async () => (await import('./switch-provider.tsx')).SwitchProvider,
  failed,
)

/** Additional content per type. */
export type Below = Partial<Record<IntegrationType, ReactNode>>

type ProviderSectionsProps = { integrations: readonly Integration[]; below?: Below | undefined }

/** A section per type, and the dialogs. */
export function ProviderSections({ integrations, below }: ProviderSectionsProps) {
  const dialog = useDialog<{ action: ProviderAction; integration: Integration }>()
  const adding = useDialog<IntegrationType>()
  const addButtons = useRef(new Map<IntegrationType, HTMLButtonElement | null>())
  const switching = useSwitch()
  function act(action: ProviderAction, integration: Integration) {
    // A built-in provider sends nothing out.
    if (action === 'switch' && !isExternal(integration)) switching.run(integration)
    else dialog.open({ action, integration })
  }
  const { action, integration: chosen } = dialog.value ?? {}
  const shared = chosen && { ...dialog.props, integration: chosen }
  return (
    <div className="flex flex-col gap-6">
      {shownTypes.map((type) => (
        <ProviderSection
          key={type}
          type={type}
          integrations={integrations.filter((it) => it.type === type)}
          isSwitching={switching.isPending}
          onAct={act}
          onAdd={() => adding.open(type)}
          addRef={(button) => void addButtons.current.set(type, button)}
          below={below?.[type]}
        />
      ))}
      {adding.value && (
        <AddProvider
          key={adding.value}
          {...adding.props}
          type={adding.value}
          onActivate={(added) => act('switch', added)}
        />
      )}
      {shared?.isOpen && action === 'edit' && (
        <EditProvider integration={shared.integration} onClose={shared.onClose} />
      )}
      {shared && action === 'delete' && (
        <DeleteProvider
          {...shared}
          onDeleted={() => addButtons.current.get(shared.integration.type)?.focus()}
        />
      )}
      {shared && action === 'switch' && <SwitchProvider {...shared} switching={switching} />}
    </div>
  )
}

const CrmSync = lazyComponent(
  async () => (await import('./crm/crm-sync.tsx')).CrmSync,
  'The CRM sync could not be loaded.',
)

type ProviderSectionProps = {
  type: IntegrationType
  integrations: readonly Integration[]
  isSwitching: boolean
  onAct: (act: ProviderAction, integration: Integration) => void
  onAdd: () => void
  addRef: Ref<HTMLButtonElement>
  below: ReactNode
}

/** The active provider first. */
function ProviderSection({
  type,
  integrations,
  isSwitching,
  onAct,
  onAdd,
  addRef,
  below,
}: ProviderSectionProps) {
  const { label, about } = typeLabels[type]
  const inOrder = integrations.toSorted((a, b) => Number(b.isActive) - Number(a.isActive))
  return (
    <Card aria-label={label}>
      <CardHeader
        title={label}
        description={about}
        actions={
          <Button ref={addRef} variant="secondary" size="sm" icon={Plus} onClick={onAdd}>
            Add provider<span className="sr-only"> for {label}</span>
          </Button>
        }
      />
      {inOrder.length ? (
        <ul className="divide-y divide-line">
          {inOrder.map((integration) => (
            <IntegrationItem
              key={integration.id}
              integration={integration}
              isDuplicate={inOrder.some(
                (it) => it.id !== integration.id && it.provider === integration.provider,
              )}
              isSwitching={isSwitching}
              onAction={onAct}
            />
          ))}
        </ul>
      ) : (
        <p className="text-muted">No provider yet. Nothing is sent out.</p>
      )}
      {below}
      {type === 'crm' && inOrder.length > 0 && <CrmSync />}
    </Card>
  )
}
