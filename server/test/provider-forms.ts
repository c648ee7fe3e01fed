import { randomBytes } from 'node:crypto'
import type { ProviderField, ProviderForm } from '#contract/integrations/providers/fields.ts'
import {
  integrationTypes,
  providerForm,
  providersByType,
} from '#contract/integrations/providers/providers.ts'

/** Every provider with its form. */
export const everyProvider = integrationTypes.flatMap((type) =>
  Object.keys(providersByType[type]).map((provider) => {
    const form = providerForm(type, provider)
    if (!form) throw new Error(provider)
    return { type, provider, form }
  }),
)
export const withFields = everyProvider.filter(({ form }) => Object.keys(form.fields).length)

/** Values of which each field that is not secret accepts one. */
const samples = [
  ...[
    'coaching',
    'eu-north-1',
    'mail@example.com',
    '+4512345678',
    'films.example.com',
    'https://example.com',
  ],
  ...['https://acme.my.salesforce.com', 'key.json', '12345678', '587', `AC${'0'.repeat(32)}`],
]
export const findSample = ({ schema, options }: ProviderField) => {
  const found = [...Object.keys(options ?? {}), ...samples].find(
    (it) => schema.safeParse(it).success,
  )
  if (found === undefined) throw new Error('Please add a sample that this field takes.')
  return found
}
/** Whether the field accepts addresses only. */
export const isAddress = (schema: ProviderField['schema']) =>
  schema.safeParse('https://127.0.0.1').success && !schema.safeParse('coaching').success
/** All that were made. */
export const secrets: string[] = []
export function newSecret() {
  const secret = randomBytes(16).toString('hex')
  secrets.push(secret)
  return secret
}
/** Values for all required fields and secrets, different each time. */
export const fillForm = ({ fields, requiredTogether: together = [] }: ProviderForm) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.isSecret) return [[name, newSecret()]]
      return field.isOptional && !together.includes(name) ? [] : [[name, findSample(field)]]
    }),
  )

/** Another value that the field accepts. */
export const otherSample = ({ schema, options }: ProviderField, value: string) => {
  const found = [
    ...Object.keys(options ?? {}),
    ...samples,
    'another',
    '87654321',
    'https://other.my.salesforce.com',
  ].find((it) => it !== value && schema.safeParse(it).success)
  if (found === undefined) throw new Error('Please add a second sample that this field takes.')
  return found
}
