import type { JobContext } from '../../../platform/db/lease.ts'
import type { Deps } from '../../../deps.ts'
import {
  type Message,
  type Messenger,
  PermanentFailure,
} from '../../../providers/messaging/messenger.ts'
import { runLeasedJob } from '../../../platform/jobs/run-leased-job.ts'
import {
  type ClaimedMessage,
  maxMessageAttempts,
  finishMessage,
  claimMessage,
  rescheduleMessage,
  type OnMessageEnd,
} from './delivery.queries.ts'
import { recordStop } from '../notifications/notifications.queries.ts'
import { addressCalendarFile } from '../../plans/schedule/calendar-file.ts'
import { isOptedOut } from '../send-message.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'queue'> & { whenEnded: OnMessageEnd }

const timeoutMs = 60_000

/**
 * Sends a message through the active provider. Idempotent. When `signal` aborts, the message goes back to the queue without
 * counting as an attempt.
 */
export async function deliver(deps: Needs, messageId: string, run: JobContext) {
  const { db, providers, queue, whenEnded } = deps
  const claimed = await claimMessage(db, messageId, run.times.leaseMs)
  if (!claimed) return
  const { lease, attempt, message, to } = claimed
  const finish = (status: 'sent' | 'kept' | 'failed', error: string | null) =>
    finishMessage(db, claimed, { status, error }, whenEnded)
  if (claimed.isExpired) {
    await finish(
      'failed',
      [claimed.error, 'Not sent: it would arrive too late.'].filter(Boolean).join(' '),
    )
    return
  }
  await runLeasedJob(db, { lease, attempts: attempt }, run, {
    maxAttempts: maxMessageAttempts,
    timeoutMs,
    async run(signal) {
      const { adapter } = await providers.active('email_sms')
      const outgoing = deliverableMessage(claimed, adapter)
      return typeof outgoing === 'string'
        ? ({ status: 'kept', reason: outgoing } as const)
        : { status: await adapter.deliver(outgoing, signal), reason: null }
    },
    save: ({ status, reason }) => finish(status, reason),
    async fail(sentence, error) {
      if (!(error instanceof PermanentFailure)) return finish('failed', sentence)
      if (message.userId !== null && to.phone) await recordStop(db, message.userId, to.phone)
      return finish('kept', stoppedNote)
    },
    retry: (plan, error) => rescheduleMessage(db, queue, claimed, { ...plan, error }),
  })
}

/** The message for a channel, or the reason why it is not sent. */
function deliverableMessage(
  { message, to }: ClaimedMessage,
  { channel, from = '' }: Messenger,
): Message | string {
  const { id, kind, subject, body, short, placeholderValues, calendar } = message
  if (to.isDeactivated) return 'This account is deactivated.'
  const outgoing = {
    id,
    kind,
    subject,
    body,
    values: placeholderValues,
    calendar: calendar === null ? null : toPart(calendar, { from, to: to.email }),
    recipient: to.email,
  }
  if (channel && isOptedOut(kind, to.optOuts, channel))
    return `This person has turned off these messages by ${channel === 'text' ? 'text message' : 'email'}.`
  if (channel !== 'text') return outgoing
  if (!to.phone) return 'This person has no phone number.'
  if (to.isStopped) return stoppedNote
  return { ...outgoing, recipient: to.phone, body: short, calendar: null }
}

function toPart(calendar: string, people: { from: string; to: string }) {
  const [, method = ''] = /^METHOD:(\w+)/m.exec(calendar) ?? []
  return { method, file: addressCalendarFile(calendar, people) }
}

const stoppedNote = 'This person replied STOP and no longer gets text messages.'
