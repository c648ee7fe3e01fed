import type { Deps } from '../../deps.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import type { Messenger } from '../../providers/messaging/messenger.ts'
import type { MessengerResult, Progress } from './progress.ts'

type Erasing = { progress: Progress; signal: AbortSignal }

/**
 * Deletes what services store about the recipient of messages. Which of them sent any is not recorded, so all that are set up
 * are asked. Throws Unavailable; a rejection is for the operator.
 */
export async function eraseRecipients(providers: Deps['providers'], { progress, signal }: Erasing) {
  const { emails, phones } = progress
  const results: MessengerResult[] = []
  for (const id of await providers.idsOf('email_sms')) {
    const { provider, adapter, problem } = await openMessenger(providers, id)
    const recipients = { email: emails, text: phones, none: [] }[adapter?.channel ?? 'none']
    if (adapter && recipients.length)
      results.push({ provider, ...(await eraseAt(adapter, recipients, signal)) })
    else if (problem) results.push({ provider, isDeleted: false, problem })
  }
  progress.messengers = results
}

/** One that is set up incompletely can't be asked, and must not stop the erasure. */
async function openMessenger(providers: Deps['providers'], id: string) {
  try {
    return { ...(await providers.of('email_sms', id)), problem: null }
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    return { provider: 'A messaging service', adapter: undefined, problem: error.message }
  }
}

async function eraseAt(adapter: Messenger, recipients: readonly string[], signal: AbortSignal) {
  if (!adapter.eraseRecipient) return { isDeleted: false, problem: null }
  try {
    for (const recipient of recipients) await adapter.eraseRecipient(recipient, signal)
    return { isDeleted: true, problem: null }
  } catch (error) {
    if (error instanceof Rejected) return { isDeleted: false, problem: error.message }
    throw error
  }
}
