import { z } from 'zod'
import { incompleteGroupErrors } from '#contract/providers/settings.ts'
import { type IntegrationType, providersOf } from '#contract/providers/providers.ts'
import { settingError } from '#contract/providers/settings.ts'
import { getProviderForm } from './provider-lookup.ts'

/** What a form about a provider holds: which one, whether it is to be active, and the settings of each that may be chosen. */
export type ProviderValues = Record<string, string | boolean>

/** The name of a field in the form: what was typed for one provider stays its own while another one is looked at. */
export const fieldName = (provider: string, setting: string) =>
  `${provider.replaceAll('.', '_')}:${setting}`

const chosenProvider = (values: ProviderValues) => String(values['provider'] ?? '')

/** What is asked for of the chosen provider, and what is wrong with it. */
export const providerSchema = (type: IntegrationType) =>
  z.record(z.string(), z.union([z.string(), z.boolean()])).superRefine((values, context) => {
    const provider = chosenProvider(values)
    if (!provider)
      context.addIssue({ code: 'custom', path: ['provider'], message: 'Provider is required' })
    const form = getProviderForm({ type, provider })
    const valueOf = (setting: string) => String(values[fieldName(provider, setting)] ?? '')
    const faults = Object.entries(form.fields).map(
      ([setting, field]) => [setting, settingError(field, valueOf(setting))] as const,
    )
    for (const [setting, message] of [...faults, ...incompleteGroupErrors(form, valueOf)])
      if (message)
        context.addIssue({ code: 'custom', path: [fieldName(provider, setting)], message })
  })

/** The fields of these providers as a form begins with them. */
export const formValues = (
  type: IntegrationType,
  settings: Readonly<Record<string, string>> = {},
  providers: readonly string[] = Object.keys(providersOf[type]),
): ProviderValues => ({
  provider: providers[0] ?? '',
  ...Object.fromEntries(
    providers.flatMap((provider) =>
      Object.entries(getProviderForm({ type, provider }).fields).map(
        ([setting, { defaultValue: byDefault = '' }]) => [
          fieldName(provider, setting),
          settings[setting] ?? byDefault,
        ],
      ),
    ),
  ),
})

/** The settings of the chosen provider, as they are sent. */
export function parseSettings(type: IntegrationType, values: ProviderValues) {
  const provider = chosenProvider(values)
  return Object.fromEntries(
    Object.keys(getProviderForm({ type, provider }).fields).map((setting) => [
      setting,
      String(values[fieldName(provider, setting)] ?? ''),
    ]),
  )
}

/** How the server names a field of the form. */
export function serverFieldName(name: string, values: ProviderValues) {
  const [of, setting] = name.split(':')
  if (setting === undefined) return name
  return of === chosenProvider(values).replaceAll('.', '_') ? `settings.${setting}` : undefined
}
