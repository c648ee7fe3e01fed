import type { GivenSettings } from '#contract/integrations.ts'
import type { ProviderForm } from '#contract/providers/fields.ts'
import { loneFaults } from '#contract/providers/lone-faults.ts'
import { isMask, maskOf, settingFault } from '#contract/providers/settings.ts'
import { AppError } from '../../platform/errors.ts'
import type { Settings } from '../../providers/adapter.ts'

/** What may be read, and what is encrypted. */
export type Sorted = { settings: Settings; secrets: Settings }

/**
 * Settings as they are kept, of those that a form sent: what was emptied is gone, and the mask of a secret stands for the
 * one that is `stored`. Throws invalid with a sentence for each wrong field.
 */
export function sortedSettings(form: ProviderForm, given: GivenSettings, stored: Settings): Sorted {
  const { label, fields } = form
  const faults: [string, string][] = Object.entries(given).flatMap(([name, value]) =>
    value === undefined || Object.hasOwn(fields, name)
      ? []
      : [[name, `${label} has no such setting`]],
  )
  const sorted: Sorted = { settings: {}, secrets: {} }
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name] ?? ''
    const before = stored[name]
    const isKept = field.isSecret && isMask(value)
    const fault =
      settingFault(field, value) ??
      (isKept && (before === undefined || maskOf(before) !== value)
        ? `Enter all of the ${field.label}`
        : undefined)
    if (fault !== undefined) faults.push([name, fault])
    else if (value.trim())
      sorted[field.isSecret ? 'secrets' : 'settings'][name] =
        (isKept && before) || field.schema.parse(value)
  }
  faults.push(...loneFaults(form, (name) => given[name]))
  const [first] = faults
  if (first) throw new AppError('invalid', inASentence(first[1]), fieldsOf(faults))
  return sorted
}

const inASentence = (fault: string) => (fault.endsWith('.') ? fault : `${fault}.`)

const fieldsOf = (faults: readonly (readonly [string, string])[]) =>
  Object.fromEntries(faults.map(([name, fault]) => [`settings.${name}`, fault]))
