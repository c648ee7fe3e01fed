import type { MessageKind } from '#contract/messages/kinds.ts'
import { Rejected } from '../../platform/jobs/errors.ts'
import type { Testable } from '../provider.ts'

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
  /** iCalendar files, each with the method that the type of its part has to name (RFC 6047, section 2.4). */
  calendars: readonly { method: string; file: string }[]
  /** For mail programs (RFC 8058); null: it cannot be turned off. */
  unsubscribeUrl: string | null
}

/** Headers with which mail programs turn off such messages at one click. */
export const unsubscribeHeaders = ({ unsubscribeUrl }: Pick<Message, 'unsubscribeUrl'>) =>
  unsubscribeUrl === null
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }

export interface Messenger {
  /** Undefined if messages are not sent but stored in this installation. */
  readonly channel: 'email' | 'text' | undefined
  /** The address that emails come from; a calendar file names it as the organizer. */
  readonly from?: string
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

/** Stores messages in the database, where a system_admin can read them. */
export const outbox: Messenger & Testable = {
  channel: undefined,
  deliver: async () => 'kept',
  test: async () => 'Messages are stored in the outbox. Nothing is sent.',
}
