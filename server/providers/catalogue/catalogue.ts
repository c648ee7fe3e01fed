import type { Config } from '../../platform/config/config.ts'
import { crmProviders } from './crm.ts'
import { llmProviders } from './ai-analysis.ts'
import { messagingProviders } from './email-sms.ts'
import type { Catalogue } from '../provider.ts'
import { storageProviders } from './video-storage.ts'
import { transcriptionProviders } from './transcription.ts'

/** What adapters need to know of this machine. */
export type Environment = Pick<Config, 'dataDir' | 'modelsDir' | 'keyDir'> &
  Partial<Pick<Config, 'appOrigin'>>

/** Every provider with its settings and its adapter. */
export const createCatalogue = (machine: Environment): Catalogue => ({
  video_storage: storageProviders(machine),
  transcription: transcriptionProviders(machine),
  ai_analysis: llmProviders,
  email_sms: messagingProviders,
  crm: crmProviders,
})
