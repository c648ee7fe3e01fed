import type { ProviderField } from '#contract/integrations/providers/fields.ts'
import type { IntegrationType, ProviderKey } from '#contract/integrations/providers/providers.ts'
import type { OutboundClient } from '../platform/outbound/outbound-client.ts'
import type { Crm } from './crm/crm.ts'
import type { Llm } from './llm/llm.ts'
import type { Messenger } from './messaging/messenger.ts'
import type { Storage } from './storage/storage.ts'
import type { Transcriber } from './transcription/transcriber.ts'

/** The interface of each integration type (docs/product.md, "Providers"). */
export type Adapters = {
  video_storage: Storage
  transcription: Transcriber
  ai_analysis: Llm
  email_sms: Messenger
  crm: Crm
}

export type Field = Pick<ProviderField, 'isSecret' | 'isOptional'>

export type Adapter<T extends IntegrationType> = Adapters[T] & Partial<Testable>

export type Provider<T extends IntegrationType> = {
  fields: Record<string, Field>
  /** Concurrent calls per process; the default is four. */
  maxConcurrent?: number
  /** Called with all required settings. Makes no request. */
  open: (settings: Settings, outboundClient: OutboundClient) => Adapter<T>
}

export type ProvidersOf<T extends IntegrationType> = Record<ProviderKey<T>, Provider<T>>

export type Catalogue = { [T in IntegrationType]: ProvidersOf<T> }

/** Settings and secrets by field name. */
export type Settings = Record<string, string>

export type Testable = {
  /** Makes a minimal call with these settings. Returns a sentence for the user. Throws Rejected or Unavailable. */
  test(signal: AbortSignal): Promise<string>
}
