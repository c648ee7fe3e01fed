import type { Config } from '../platform/config/config.ts'
import { crmProviders } from './known/crm.ts'
import { llmProviders } from './known/ai-analysis.ts'
import { messagingProviders } from './known/email-sms.ts'
import type { Catalogue } from './provider.ts'
import { storageProviders } from './known/video-storage.ts'
import { transcriptionProviders } from './known/transcription.ts'

/** What adapters need to know of this machine. */
export type Machine = Pick<Config, 'dataDir' | 'modelsDir' | 'keyDir'> &
  Partial<Pick<Config, 'appOrigin'>>

/** Every provider with its settings and its adapter. */
export const catalogueOf = (machine: Machine): Catalogue => ({
  video_storage: storageProviders(machine),
  transcription: transcriptionProviders(machine),
  ai_analysis: llmProviders,
  email_sms: messagingProviders,
  crm: crmProviders,
})
