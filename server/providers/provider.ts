import type { Llm } from './llm/llm.ts'
import type { Messenger } from './messaging/messenger.ts'
import type { Storage } from './storage/storage.ts'
import type { Transcriber } from './transcription/transcriber.ts'

/** The types of integrations (specification part 2, section 9), and what each of them does, whoever does it. */
export type Adapters = {
  video_storage: Storage
  transcription: Transcriber
  ai_analysis: Llm
  email_sms: Messenger
}
export type IntegrationType = keyof Adapters

/** Who can do it. The specified name of an outside service is its key. */
export type ProviderKey = {
  video_storage: 'local_disk'
  transcription: 'local'
  ai_analysis: 'built_in'
  email_sms: 'outbox'
}

/** A setting of a provider: a secret one is encrypted, and without one that is not optional nothing can be done. */
export type Field = { isSecret?: boolean; isOptional?: boolean }
export type Settings = Record<string, string>

export type Provider<T extends IntegrationType> = {
  fields: Record<string, Field>
  /** Makes the adapter; calls nobody. `settings` has every field that is not optional. */
  open: (settings: Settings) => Adapters[T]
}

/** Everybody who can do something: a provider that is missing here does not compile. */
export type Catalogue = {
  [T in IntegrationType]: Record<ProviderKey[T], Provider<T>>
}
