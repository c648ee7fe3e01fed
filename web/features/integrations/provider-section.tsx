import { Plus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { Integration } from '#contract/integrations/integrations.ts'
import type { IntegrationType } from '#contract/integrations/providers/providers.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { type ProviderAction, IntegrationItem } from './integration-item.tsx'
import { typeLabels } from './type-labels.ts'

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
export function ProviderSection({
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
