import { type ProviderField, type ProviderForm, textField } from './fields.ts'
import { line } from '../../bounds.ts'

/** Masks a secret; a long one shows its last four characters. */
const maskDots = '••••'
const minPartlyShown = 12

/** '••••1234' */
export const maskSecret = (secret: string) =>
  secret.length < minPartlyShown ? maskDots : maskDots + secret.trim().slice(-4)

export const isMask = (value: string) => value.startsWith(maskDots)

/** The error to show at the field; undefined where it is valid. A masked secret is valid. */
export function settingError(field: ProviderField, value: string | undefined): string | undefined {
  if (!value?.trim()) return field.isOptional ? undefined : `${field.label} is required`
  if (field.isSecret && isMask(value)) return undefined
  return field.schema.safeParse(value).error?.issues[0]?.message
}

/** Labels of required settings without a value. */
export const listMissingSettings = (
  { fields }: ProviderForm,
  settings: Readonly<Record<string, unknown>>,
) =>
  Object.entries(fields).flatMap(([name, { label, isOptional }]) =>
    isOptional || settings[name] ? [] : [label],
  )

/** Built-in providers run on this machine and have no settings. */
export const isBuiltIn = ({ fields }: Pick<ProviderForm, 'fields'>) =>
  Object.keys(fields).length === 0

/** Errors for empty fields of a group that is only valid together. */
export function incompleteGroupErrors(
  { fields, requiredTogether: together = [] }: ProviderForm,
  valueOf: (name: string) => string | undefined,
): [name: string, error: string][] {
  const isGiven = (name: string) => Boolean(valueOf(name)?.trim())
  const given = together.filter(isGiven)
  if (!given.length) return []
  const labels = (names: readonly string[]) => names.map((it) => fields[it]?.label).join(' and ')
  return together
    .filter((it) => !isGiven(it))
    .map((it) => [it, `${labels([it])} is required with ${labels(given)}`])
}

export const googleAccountFields = {
  projectId: textField('Project ID', {
    schema: line(200).regex(/^[a-z\d:.-]+$/i, 'Please enter the project ID'),
  }),
  keyFilePath: textField('Key file path', {
    hint: 'Key of a service account: the name of a file in the key folder of this installation.',
    schema: line(500).regex(/^[^\\]+$/, 'Please enter a file name'),
  }),
}

export const bucketName = line(200).regex(
  /^[a-z\d][a-z\d._-]{1,220}[a-z\d]$/i,
  'Please enter only the bucket name',
)
