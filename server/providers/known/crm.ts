import type { ProvidersOf } from '../provider.ts'

export const crmProviders: ProvidersOf<'crm'> = {}
