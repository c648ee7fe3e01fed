import type { ProviderForms } from './fields.ts'

export const aiAnalysisProviders = {
  built_in: {
    label: 'Built in',
    about: 'Works by rules on this machine and needs no model.',
    fields: {},
  },
} as const satisfies ProviderForms
