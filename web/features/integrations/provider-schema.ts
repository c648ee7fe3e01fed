import { z } from 'zod'
import {
  type IntegrationType,
  providersByType,
} from '#contract/integrations/providers/providers.ts'
import { incompleteGroupErrors, settingError } from '#contract/integrations/providers/settings.ts'
import { getProviderForm } from './provider-lookup.ts'

/** The chosen provider, whether to activate it, and the settings of every provider that can be chosen. */
export type ProviderValues = Record<string, string | boolean>

/** Each provider has its own fields, so that choosing another one loses nothing. */
export const fieldName = (provider: string, setting: string) =>
  `${provider.replaceAll('.', '_')}:${setting}`

const chosenProvider = (values: ProviderValues) => String(values['provider'] ?? '')

/** Validates the chosen provider. */
export const providerSchema = (type: IntegrationType) =>
  z.record(z.string(), z.union([z.string(), z.boolean()])).superRefine((values, context) => {
    const provider = chosenProvider(values)
    if (!provider)
      context.addIssue({ code: 'custom', path: ['provider'], message: 'Provider is required' })
    const form = getProviderForm({ type, provider })
    const getValue = (setting: string) => String(values[fieldName(provider, setting)] ?? '')
    const errors = Object.entries(form.fields).map(
      ([setting, field]) => [setting, settingError(field, getValue(setting))] as const,
    )
    for (const [setting, message] of [...errors, ...incompleteGroupErrors(form, getValue)])
      if (message)
        context.addIssue({ code: 'custom', path: [fieldName(provider, setting)], message })
  })

/** Default values of a form. */
export const formValues = (
  type: IntegrationType,
  settings: Readonly<Record<string, string>> = {},
  providers: readonly string[] = Object.keys(providersByType[type]),
): ProviderValues => ({
  provider: providers[0] ?? '',
  ...Object.fromEntries(
    providers.flatMap((provider) =>
      Object.entries(getProviderForm({ type, provider }).fields).map(
        ([setting, { defaultValue = '' }]) => [
          fieldName(provider, setting),
          settings[setting] ?? defaultValue,
        ],
      ),
    ),
  ),
})

/** The settings of the chosen provider. */
export function parseSettings(type: IntegrationType, values: ProviderValues) {
  const provider = chosenProvider(values)
  return Object.fromEntries(
    Object.keys(getProviderForm({ type, provider }).fields).map((setting) => [
      setting,
      String(values[fieldName(provider, setting)] ?? ''),
    ]),
  )
}

/** The name of a field in errors of the server. */
export function serverFieldName(name: string, values: ProviderValues) {
  const [of, setting] = name.split(':')
  if (setting === undefined) return name
  return of === chosenProvider(values).replaceAll('.', '_') ? `settings.${setting}` : undefined
}
