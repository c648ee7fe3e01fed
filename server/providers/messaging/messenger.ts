import type { MessageKind } from '#contract/messages.ts'
import { Rejected } from '../../platform/jobs/errors.ts'

export type Message = {
  /** Identifies the message; the same for every attempt. */
  id: string
  kind: MessageKind
  /** An email address or a phone number, depending on the channel. */
  recipient: string
  subject: string
  /** Shorter for SMS. */
  body: string
  /** The values of placeholders by name, for services with templates. */
  values: Readonly<Record<string, string>>
  /** An iCalendar attachment. */
  calendar: string | null
}

export interface Messenger {
  /** Undefined if messages are not sent but stored in this installation. */
  readonly channel: 'email' | 'text' | undefined
  /**
   * `kept`: stored for an administrator to read. Called again with the same id if it is unknown whether the message was
   * sent. Throws Rejected or Unavailable.
   */
  deliver(message: Message, signal: AbortSignal): Promise<'sent' | 'kept'>
  /** Deletes what the service stores about a recipient. Idempotent. Throws Rejected or Unavailable. */
  eraseRecipient?(recipient: string, signal: AbortSignal): Promise<void>
}

/** The recipient has opted out at the service (STOP). */
export class PermanentFailure extends Rejected {}
