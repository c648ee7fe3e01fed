import { renewLeaseDuringJob, type JobContext } from '../../../platform/db/lease.ts'
import type { Deps } from '../../../deps.ts'
import { type Message, type Messenger, Stopped } from '../../../providers/messaging/messenger.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { isTimeout, requestedDelay, delayByAttempts } from '../../../platform/jobs/retry-delay.ts'
import {
  type Held,
  messageAttempts,
  settleMessage,
  takeMessage,
  tryAgain,
  type WhenEnded,
} from './delivering.queries.ts'
import { noteStopped } from '../notifications/notifications.queries.ts'
import { isUnwanted } from '../send-message.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'queue'> & { whenEnded: WhenEnded }

/** Milliseconds that a service may take for one message. */
const patienceMs = 60_000

/**
 * Hands a message to whoever brings messages to people now, if nobody else does. Harmless to call for what has left. When
 * `signal` aborts, it waits for the next process without counting as a try.
 */
export async function deliver(deps: Needs, messageId: string, run: JobContext) {
  const { db, providers, whenEnded } = deps
  const held = await takeMessage(db, messageId, run.times.leaseMs)
  if (!held) return
  // No process survives it.
  if (held.attempt > messageAttempts)
    return settleMessage(db, held, { status: 'failed', error: wentWrong }, whenEnded)
  if (held.isExpired) {
    const error = [held.error, 'It would come too late now.'].filter(Boolean).join(' ')
    return settleMessage(db, held, { status: 'failed', error }, whenEnded)
  }
  const { lost, stop, signal: ending } = renewLeaseDuringJob(db, held.lease, run)
  const signal = AbortSignal.any([ending, AbortSignal.timeout(patienceMs)])
  let write: () => Promise<unknown>
  try {
    const { adapter } = await providers.active('email_sms')
    const letter = letterOf(held, adapter.way)
    const end =
      typeof letter === 'string'
        ? { status: 'kept' as const, error: letter }
        : { status: await abortable(adapter.deliver(letter, signal), signal), error: null }
    write = () => settleMessage(db, held, end, whenEnded)
  } catch (error) {
    write = () => settle(deps, held, error, run)
  }
  await stop()
  if (!lost.aborted) await write()
}

/** What is handed over by that way; a sentence where it stays here. */
function letterOf({ message, to }: Held, way: Messenger['way']): Message | string {
  const { id, kind, subject, body, short, given, calendar } = message
  if (to.isDeactivated) return 'The account of this person is deactivated.'
  const letter = { id, kind, subject, body, values: given, calendar, recipient: to.email }
  if (way && isUnwanted(kind, to.unwanted, way))
    return `This person wants no such message by ${way === 'text' ? 'text message' : 'e-mail'}.`
  if (way !== 'text') return letter
  if (!to.phone) return 'There is no telephone number for this person.'
  if (to.isStopped) return stopped
  return { ...letter, recipient: to.phone, body: short, calendar: null }
}
const stopped = 'This person has answered STOP and gets no text messages.'

/** What a message that did not leave comes to. */
async function settle(
  { db, queue, whenEnded }: Needs,
  held: Held,
  error: unknown,
  run: JobContext,
) {
  const { signal, times, onError } = run
  if (error instanceof Stopped) {
    const { message, to } = held
    if (message.userId !== null && to.phone) await noteStopped(db, message.userId, to.phone)
    return settleMessage(db, held, { status: 'kept', error: stopped }, whenEnded)
  }
  if (signal.aborted) return tryAgain(db, queue, held, { delayMs: 0, isCounted: false })
  const why = whyOf(error)
  if (error instanceof Rejected)
    return settleMessage(db, held, { status: 'failed', error: why ?? null }, whenEnded)
  if (why === undefined) onError(error as Error)
  const reason = why ?? wentWrong
  if (held.attempt >= messageAttempts)
    return settleMessage(db, held, { status: 'failed', error: reason }, whenEnded)
  // A service that says when it wants to be asked again is not asked sooner.
  const delayMs = delayByAttempts(held.attempt, times.retryMs, requestedDelay(error))
  return tryAgain(db, queue, held, { delayMs, isCounted: true, error: reason })
}

const wentWrong = 'Something went wrong on our side.'

/** In words that may be shown; undefined for a fault of ours. */
function whyOf(error: unknown) {
  if (error instanceof Rejected || error instanceof Unavailable) return error.message
  return isTimeout(error) ? 'The service did not respond in time.' : undefined
}
