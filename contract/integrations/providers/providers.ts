import { aiAnalysisProviders } from './ai-analysis.ts'
import { crmProviders } from './crm.ts'
import { emailSmsProviders } from './email-sms.ts'
import type { ProviderForm, ProviderForms } from './fields.ts'
import { transcriptionProviders } from './transcription.ts'
import { videoStorageProviders } from './video-storage.ts'

/** In a fixed order: the first is the default, built-in ones are last (docs/product.md, "Providers"). */
export const providersByType = {
  video_storage: videoStorageProviders,
  transcription: transcriptionProviders,
  ai_analysis: aiAnalysisProviders,
  email_sms: emailSmsProviders,
  crm: crmProviders,
} as const satisfies Record<string, ProviderForms>

export type IntegrationType = keyof typeof providersByType
/** The key of a provider, as in the API. */
export type ProviderKey<T extends IntegrationType> = keyof (typeof providersByType)[T] & string

export const integrationTypes = Object.keys(providersByType) as IntegrationType[]

/** Undefined for an unknown provider. */
export const providerForm = (type: IntegrationType, key: string): ProviderForm | undefined =>
  Object.hasOwn(providersByType[type], key)
    ? (providersByType[type] as ProviderForms)[key]
    : undefined
