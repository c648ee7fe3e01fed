import type { ProviderForms } from './fields.ts'

export const transcriptionProviders = {
  local: {
    label: 'Local',
    about: 'Recordings are transcribed on this machine.',
    fields: {},
  },
} as const satisfies ProviderForms
