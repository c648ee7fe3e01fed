import { renewLeaseDuringJob, type JobContext } from '../../../platform/db/lease.ts'
import type { Deps } from '../../../deps.ts'
import {
  type Message,
  type Messenger,
  PermanentFailure,
} from '../../../providers/messaging/messenger.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { isTimeout, requestedDelay, delayByAttempts } from '../../../platform/jobs/retry-delay.ts'
import {
  type ClaimedMessage,
  maxMessageAttempts,
  finishMessage,
  claimMessage,
  rescheduleMessage,
  type OnMessageEnd,
} from './delivery.queries.ts'
import { recordStop } from '../notifications/notifications.queries.ts'
import { isOptedOut } from '../send-message.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'queue'> & { whenEnded: OnMessageEnd }

const timeoutMs = 60_000

/**
 * Sends a message through the active provider. Idempotent. When `signal` aborts, the message goes back to the queue without
 * counting as an attempt.
 */
export async function deliver(deps: Needs, messageId: string, run: JobContext) {
  const { db, providers, whenEnded } = deps
  const claimed = await claimMessage(db, messageId, run.times.leaseMs)
  if (!claimed) return
  // Every attempt was killed.
  if (claimed.attempt > maxMessageAttempts)
    return finishMessage(db, claimed, { status: 'failed', error: unexpectedError }, whenEnded)
  if (claimed.isExpired) {
    const error = [claimed.error, 'Not sent: it would arrive too late.'].filter(Boolean).join(' ')
    return finishMessage(db, claimed, { status: 'failed', error }, whenEnded)
  }
  const { lost, stop, signal: ending } = renewLeaseDuringJob(db, claimed.lease, run)
  const signal = AbortSignal.any([ending, AbortSignal.timeout(timeoutMs)])
  let write: () => Promise<unknown>
  try {
    const { adapter } = await providers.active('email_sms')
    const outgoing = deliverableMessage(claimed, adapter.channel)
    const end =
      typeof outgoing === 'string'
        ? { status: 'kept' as const, error: outgoing }
        : { status: await abortable(adapter.deliver(outgoing, signal), signal), error: null }
    write = () => finishMessage(db, claimed, end, whenEnded)
  } catch (error) {
    write = () => handleFailure(deps, claimed, error, run)
  }
  await stop()
  if (!lost.aborted) await write()
}

/** The message for a channel, or the reason why it is not sent. */
function deliverableMessage(
  { message, to }: ClaimedMessage,
  channel: Messenger['channel'],
): Message | string {
  const { id, kind, subject, body, short, placeholderValues, calendar } = message
  if (to.isDeactivated) return 'This account is deactivated.'
  const outgoing = {
    id,
    kind,
    subject,
    body,
    values: placeholderValues,
    calendar,
    recipient: to.email,
  }
  if (channel && isOptedOut(kind, to.optOuts, channel))
    return `This person has turned off these messages by ${channel === 'text' ? 'text message' : 'email'}.`
  if (channel !== 'text') return outgoing
  if (!to.phone) return 'This person has no phone number.'
  if (to.isStopped) return stoppedNote
  return { ...outgoing, recipient: to.phone, body: short, calendar: null }
}
const stoppedNote = 'This person replied STOP and no longer gets text messages.'

/** Fails or reschedules a message. */
async function handleFailure(
  { db, queue, whenEnded }: Needs,
  claimed: ClaimedMessage,
  error: unknown,
  run: JobContext,
) {
  const { signal, times, onError } = run
  if (error instanceof PermanentFailure) {
    const { message, to } = claimed
    if (message.userId !== null && to.phone) await recordStop(db, message.userId, to.phone)
    return finishMessage(db, claimed, { status: 'kept', error: stoppedNote }, whenEnded)
  }
  if (signal.aborted) return rescheduleMessage(db, queue, claimed, { delayMs: 0, isCounted: false })
  const why = errorMessage(error)
  if (error instanceof Rejected)
    return finishMessage(db, claimed, { status: 'failed', error: why ?? null }, whenEnded)
  if (why === undefined) onError(error as Error)
  const reason = why ?? unexpectedError
  if (claimed.attempt >= maxMessageAttempts)
    return finishMessage(db, claimed, { status: 'failed', error: reason }, whenEnded)
  const delayMs = delayByAttempts(claimed.attempt, times.retryMs, requestedDelay(error))
  return rescheduleMessage(db, queue, claimed, { delayMs, isCounted: true, error: reason })
}

const unexpectedError = 'Something went wrong on our side.'

/** Undefined for an unexpected error. */
function errorMessage(error: unknown) {
  if (error instanceof Rejected || error instanceof Unavailable) return error.message
  return isTimeout(error) ? 'The service did not respond in time.' : undefined
}
