import type { GivenSettings } from '#contract/integrations/integrations.ts'
import type { ProviderForm } from '#contract/integrations/providers/fields.ts'
import {
  incompleteGroupErrors,
  isMask,
  maskSecret,
  settingError,
} from '#contract/integrations/providers/settings.ts'
import { AppError } from '../../platform/errors.ts'
import type { Settings } from '../../providers/provider.ts'

export type ParsedSettings = { settings: Settings; secrets: Settings }

/**
 * Validates the settings of a form. Empty ones are dropped, and a masked secret stands for the stored one unless it would
 * be sent elsewhere than `before`. Throws invalid with an error per field.
 */
export function parseSettings(
  form: ProviderForm,
  given: GivenSettings,
  before: ParsedSettings,
): ParsedSettings {
  const { label, fields } = form
  const errors: [string, string][] = Object.entries(given).flatMap(([name, value]) =>
    value === undefined || Object.hasOwn(fields, name)
      ? []
      : [[name, `${label} has no such setting`]],
  )
  const moved = Object.entries(fields).find(
    ([name, { isDestination, defaultValue = '' }]) =>
      isDestination &&
      (given[name]?.trim() || defaultValue) !== (before.settings[name] ?? defaultValue),
  )
  const parsed: ParsedSettings = { settings: {}, secrets: {} }
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name] ?? ''
    const stored = before.secrets[name]
    const isMasked = field.isSecret && isMask(value)
    const error =
      settingError(field, value) ??
      (isMasked && (stored === undefined || maskSecret(stored) !== value)
        ? `Enter the complete ${field.label}`
        : undefined) ??
      (isMasked && moved
        ? `Enter the ${field.label} again, because the ${moved[1].label} has changed`
        : undefined)
    if (error !== undefined) errors.push([name, error])
    else if (value.trim())
      parsed[field.isSecret ? 'secrets' : 'settings'][name] =
        (isMasked && stored) || field.schema.parse(value)
  }
  errors.push(...incompleteGroupErrors(form, (name) => given[name]))
  const [first] = errors
  if (first) throw new AppError('invalid', asSentence(first[1]), fieldErrors(errors))
  return parsed
}

const asSentence = (error: string) => (error.endsWith('.') ? error : `${error}.`)

const fieldErrors = (errors: readonly (readonly [string, string])[]) =>
  Object.fromEntries(errors.map(([name, error]) => [`settings.${name}`, error]))
