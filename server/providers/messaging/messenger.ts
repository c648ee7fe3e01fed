import type { MessageKind } from '#contract/messages.ts'
import { Rejected } from '../../platform/jobs/errors.ts'

export type Message = {
  /** The same one for each try. */
  id: string
  /** What it is about, for services with a template for each. */
  kind: MessageKind
  /** An e-mail address, or a telephone number, by the way of the messenger. */
  recipient: string
  subject: string
  /** For a text message the short one. */
  body: string
  /** What stands in its text, by name. */
  values: Readonly<Record<string, string>>
  /** A calendar file that goes with it. */
  calendar: string | null
}

/** Brings messages to people. Adapters stand beside this file; nothing outside this folder knows which one runs. */
export interface Messenger {
  /** Undefined where a message does not leave this installation: the person is told to ask an administrator. */
  readonly channel: 'email' | 'text' | undefined
  /**
   * Hands a message over: `sent`, or `kept` where it stays here for an administrator to read. The same message comes
   * with the same id again where nobody knows whether it has left. Throws Rejected (it will never leave) or Unavailable.
   */
  deliver(message: Message, signal: AbortSignal): Promise<'sent' | 'kept'>
}

/** Whoever it is for has told the service that they want no more (STOP). */
export class PermanentFailure extends Rejected {}
