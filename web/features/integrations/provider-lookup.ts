import type { Integration } from '#contract/integrations.ts'
import type { ProviderForm } from '#contract/providers/fields.ts'
import {
  integrationTypes,
  type IntegrationType,
  providerForm,
  providersOf,
} from '#contract/providers/providers.ts'
import { isBuiltIn } from '#contract/providers/settings.ts'

/** One that this version does not know, perhaps because a newer one wrote it, goes by its key. */
export const getProviderForm = ({
  type,
  provider,
}: Pick<Integration, 'type' | 'provider'>): ProviderForm =>
  providerForm(type, provider) ?? { label: provider, about: '', fields: {} }

export const isKnown = ({ type, provider }: Pick<Integration, 'type' | 'provider'>) =>
  providerForm(type, provider) !== undefined

/** Something leaves this installation while it is active. */
export const isExternal = (it: Pick<Integration, 'type' | 'provider'>) =>
  !isBuiltIn(getProviderForm(it))

/** Types for which there is a provider at all. */
export const shownTypes: readonly IntegrationType[] = integrationTypes.filter(
  (type) => Object.keys(providersOf[type]).length,
)

/** Every provider of a type with its label; the first is the default. */
export const providerOptions = (type: IntegrationType) =>
  Object.keys(providersOf[type]).map((provider) => ({
    value: provider,
    label: getProviderForm({ type, provider }).label,
  }))

/** The name of a provider in a list that has only its key. */
export function providerLabel(provider: string) {
  const type = integrationTypes.find((it) => providerForm(it, provider))
  return type ? getProviderForm({ type, provider }).label : provider
}
