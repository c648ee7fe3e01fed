import type { Integration } from '#contract/integrations/integrations.ts'
import type { ProviderForm } from '#contract/integrations/providers/fields.ts'
import {
  integrationTypes,
  type IntegrationType,
  providerForm,
  providersByType,
} from '#contract/integrations/providers/providers.ts'
import { isBuiltIn } from '#contract/integrations/providers/settings.ts'

/** A provider of a newer version has its key as label. */
export const getProviderForm = ({
  type,
  provider,
}: Pick<Integration, 'type' | 'provider'>): ProviderForm =>
  providerForm(type, provider) ?? { label: provider, about: '', fields: {} }

export const isKnown = ({ type, provider }: Pick<Integration, 'type' | 'provider'>) =>
  providerForm(type, provider) !== undefined

/** Data is sent out while it is active. */
export const isExternal = (it: Pick<Integration, 'type' | 'provider'>) =>
  !isBuiltIn(getProviderForm(it))

export const shownTypes: readonly IntegrationType[] = integrationTypes.filter(
  (type) => Object.keys(providersByType[type]).length,
)

/** The first is the default. */
export const providerOptions = (type: IntegrationType) =>
  Object.keys(providersByType[type]).map((provider) => ({
    value: provider,
    label: getProviderForm({ type, provider }).label,
  }))

export function providerLabel(provider: string) {
  const type = integrationTypes.find((it) => providerForm(it, provider))
  return type ? getProviderForm({ type, provider }).label : provider
}
