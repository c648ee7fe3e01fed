import { type ReactNode, useRef } from 'react'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { IntegrationType } from '#contract/integrations/providers/providers.ts'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { ProviderAction } from './integration-item.tsx'
import { isExternal, shownTypes } from './provider-lookup.ts'
import { ProviderSection } from './provider-section.tsx'
import { useSwitch } from './use-integration-writes.ts'

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
