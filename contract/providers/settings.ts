import type { ProviderField, ProviderForm } from './fields.ts'

/** What stands in the place of a secret that nobody is shown, with its last four signs where it has many. */
const dots = '••••'
const leastShown = 12

/** '••••1234' */
export const maskOf = (secret: string) =>
  secret.length < leastShown ? dots : dots + secret.trim().slice(-4)

export const isMask = (value: string) => value.startsWith(dots)

/** What is wrong with a setting, in words that stand beside its field; undefined where nothing is. The mask of a secret stands for what is kept. */
export function settingFault(field: ProviderField, value: string | undefined): string | undefined {
  if (!value?.trim()) return field.isOptional ? undefined : `${field.label} is required`
  if (field.isSecret && isMask(value)) return undefined
  return field.schema.safeParse(value).error?.issues[0]?.message
}

/** The labels of what a provider cannot do its work without, and does not have. */
export const missingIn = ({ fields }: ProviderForm, settings: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).flatMap(([name, { label, isOptional }]) =>
    isOptional || settings[name] ? [] : [label],
  )

/** Nothing is set for one that is built in and works on this machine. */
export const isBuiltIn = ({ fields }: Pick<ProviderForm, 'fields'>) =>
  Object.keys(fields).length === 0
