import { type ReactNode, useRef, useState } from 'react'
import type { Integration } from '#contract/integrations.ts'
import type { IntegrationType } from '#contract/providers/providers.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
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

type Open = { act: ProviderAction; integration: Integration; isOpen: boolean }

/** Additional content per type. */
export type Below = Partial<Record<IntegrationType, ReactNode>>

type ProviderSectionsProps = { integrations: readonly Integration[]; below?: Below | undefined }

/** A section per type, and the dialogs. */
export function ProviderSections({ integrations, below }: ProviderSectionsProps) {
  const [open, setOpen] = useState<Open>()
  const [adding, setAdding] = useState<{ type: IntegrationType; isOpen: boolean }>()
  const addButtons = useRef(new Map<IntegrationType, HTMLButtonElement | null>())
  const switching = useSwitch()
  const close = () => setOpen((it) => it && { ...it, isOpen: false })
  function act(what: ProviderAction, integration: Integration) {
    // A built-in provider sends nothing out.
    if (what === 'switch' && !isExternal(integration)) switching.run(integration)
    else setOpen({ act: what, integration, isOpen: true })
  }
  const shared = open && { isOpen: open.isOpen, onClose: close, integration: open.integration }
  return (
    <div className="flex flex-col gap-6">
      {shownTypes.map((type) => (
        <ProviderSection
          key={type}
          type={type}
          integrations={integrations.filter((it) => it.type === type)}
          isSwitching={switching.isPending}
          onAct={act}
          onAdd={() => setAdding({ type, isOpen: true })}
          addRef={(button) => void addButtons.current.set(type, button)}
          below={below?.[type]}
        />
      ))}
      {adding && (
        <AddProvider
          key={adding.type}
          type={adding.type}
          isOpen={adding.isOpen}
          onClose={() => setAdding({ ...adding, isOpen: false })}
          onActivate={(added) => act('switch', added)}
        />
      )}
      {open?.act === 'edit' && open.isOpen && (
        <EditProvider integration={open.integration} onClose={close} />
      )}
      {shared && open.act === 'delete' && (
        <DeleteProvider
          {...shared}
          onDeleted={() => addButtons.current.get(open.integration.type)?.focus()}
        />
      )}
      {shared && open.act === 'switch' && <SwitchProvider {...shared} switching={switching} />}
    </div>
  )
}
