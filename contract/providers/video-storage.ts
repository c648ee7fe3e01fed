import type { ProviderForms } from './fields.ts'

export const videoStorageProviders = {
  local_disk: {
    label: 'Local disk',
    about: 'Recordings stay on the disk of this installation.',
    fields: {},
  },
} as const satisfies ProviderForms
