import type { ProviderForms } from './fields.ts'

export const emailSmsProviders = {
  outbox: {
    label: 'Outbox',
    about: 'Messages stay here, where a system administrator reads and passes them on.',
    fields: {},
  },
} as const satisfies ProviderForms
