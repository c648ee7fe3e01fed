import type { ProviderForms } from './fields.ts'

export const crmProviders = {} as const satisfies ProviderForms
