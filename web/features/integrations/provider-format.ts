import type { Integration } from '#contract/integrations/integrations.ts'
import { getProviderForm, isKnown, isExternal } from './provider-lookup.ts'
import { typeLabels } from './type-labels.ts'

/** 'Bucket name: recordings · API key: ••••1234' */
export const formatSettings = (integration: Integration) =>
  Object.entries(getProviderForm(integration).fields)
    .flatMap(([name, { label, options }]) => {
      const value = integration.settings[name]
      return value ? [`${label}: ${options?.[value] ?? value}`] : []
    })
    .join(' · ')

export function listSetupProblems(integration: Integration) {
  const { isReadable, missing } = integration
  if (!isKnown(integration)) return ['This version doesn’t support this provider.']
  if (!isReadable)
    return ['Its secrets can’t be decrypted with this installation’s key. Please enter them again.']
  return missing.length ? [`Setup incomplete. Missing: ${missing.join(', ')}.`] : []
}

/** 'Video storage: bunny.net' */
export const formatExternalProviders = (integrations: readonly Integration[]) =>
  integrations
    .filter((it) => it.isActive && isExternal(it))
    .map((it) => `${typeLabels[it.type].label}: ${getProviderForm(it).label}`)
