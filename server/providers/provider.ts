import type { ProviderField } from '#contract/providers/fields.ts'
import type { IntegrationType, ProviderKey } from '#contract/providers/providers.ts'
import type { OutboundClient } from '../platform/outbound/outbound-client.ts'
import type { Settings, Testable } from './adapter.ts'
import type { Crm } from './crm/crm.ts'
import type { Llm } from './llm/llm.ts'
import type { Messenger } from './messaging/messenger.ts'
import type { Storage } from './storage/storage.ts'
import type { Transcriber } from './transcription/transcriber.ts'

/** What each type of integration does (specification part 2, section 9), whoever does it. */
export type Adapters = {
  video_storage: Storage
  transcription: Transcriber
  ai_analysis: Llm
  email_sms: Messenger
  crm: Crm
}

/** A setting of a provider: a secret one is encrypted, and without one that is not optional nothing can be done. */
export type Field = Pick<ProviderField, 'isSecret' | 'isOptional'>

/** Of one without a test nobody can tell whether its settings are good before it is used. */
export type Adapter<T extends IntegrationType> = Adapters[T] & Partial<Testable>

export type Provider<T extends IntegrationType> = {
  fields: Record<string, Field>
  /** Calls of one process to it at a time; four. */
  maxConcurrent?: number
  /**
   * Makes the adapter; calls nobody. `settings` has every field that is not optional; every
   * request goes through the outbound client.
   */
  open: (settings: Settings, outboundClient: OutboundClient) => Adapter<T>
}

/** Those of one type: one that is missing does not compile. */
export type ProvidersOf<T extends IntegrationType> = Record<ProviderKey<T>, Provider<T>>

/** Everybody who can do something. */
export type Catalogue = { [T in IntegrationType]: ProvidersOf<T> }
