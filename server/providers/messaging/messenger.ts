export type Message = { recipient: string; subject: string; body: string }

/** Brings messages to people. Adapters stand beside this file; nothing outside this folder knows which one runs. */
export interface Messenger {
  /** False where a message does not leave this installation: the person is told to ask an administrator. */
  readonly reachesPeople: boolean
  /**
   * Hands a message over: `sent`, or `kept` where it stays here for an administrator to read. The same message comes
   * with the same id again where nobody knows whether it has left. Throws Rejected (it will never leave) or Unavailable.
   */
  deliver(message: Message & { id: string }, signal: AbortSignal): Promise<'sent' | 'kept'>
}

/** What an administrator set for a provider, the secrets too. */
export type Settings = Record<string, string>
/** The smallest real call; answers a sentence. */
export type Tested = { test(signal: AbortSignal): Promise<string> }
