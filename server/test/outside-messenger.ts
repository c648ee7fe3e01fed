import type { Messenger } from '../providers/messaging/messenger.ts'
import { Rejected, Unavailable } from '../platform/jobs/errors.ts'

/** Sends messages to a service at `origin`: 2xx is accepted, 4xx rejected, anything else unavailable. */
export const outsideMessenger = (origin: string): Messenger => ({
  channel: 'email',
  async deliver(message, signal) {
    const init = { method: 'POST', body: JSON.stringify(message), signal }
    const answer = await fetch(`${origin}/messages`, init).catch((error: unknown) => {
      signal.throwIfAborted()
      throw new Unavailable('The service does not answer.', { cause: error })
    })
    if (answer.ok) return 'sent'
    const why = await answer.text()
    throw answer.status < 500 ? new Rejected('refused', why) : new Unavailable(why)
  },
})
