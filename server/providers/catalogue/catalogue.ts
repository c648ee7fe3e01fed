import type { Config } from '../../platform/config/config.ts'
import { crmProviders } from './crm.ts'
import { llmProviders } from './ai-analysis.ts'
import { messagingProviders } from './email-sms.ts'
import type { Catalogue } from '../provider.ts'
import { storageProviders } from './video-storage.ts'
import { transcriptionProviders } from './transcription.ts'

export type Environment = Pick<Config, 'dataDir' | 'modelsDir' | 'keyDir'> &
  Partial<Pick<Config, 'appOrigin'>>

export const createCatalogue = (environment: Environment): Catalogue => ({
  video_storage: storageProviders(environment),
  transcription: transcriptionProviders(environment),
  ai_analysis: llmProviders,
  email_sms: messagingProviders,
  crm: crmProviders,
})
