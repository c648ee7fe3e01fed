import type { MessageKind } from '#contract/messages.ts'
import { Rejected } from '../../platform/jobs/errors.ts'

export type Message = {
  /** The same for every attempt. */
  id: string
  kind: MessageKind
  /** An email address or a phone number, by the channel. */
  recipient: string
  subject: string
  /** A short one for SMS. */
  body: string
  /** Values in the body, by name, for services with templates. */
  values: Readonly<Record<string, string>>
  /** An iCalendar attachment. */
  calendar: string | null
}

export interface Messenger {
  /** Undefined where messages stay in this installation. */
  readonly channel: 'email' | 'text' | undefined
  /**
   * `kept`: stored for an administrator to read. Called again with the same id where nobody knows whether the message was
   * sent. Throws Rejected or Unavailable.
   */
  deliver(message: Message, signal: AbortSignal): Promise<'sent' | 'kept'>
}

/** The recipient has opted out at the service (STOP). */
export class PermanentFailure extends Rejected {}
