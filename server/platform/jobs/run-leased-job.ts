import type { Db } from '../db/db.ts'
import { type JobContext, type Lease, renewLeaseDuringJob, type RetryPlan } from '../db/lease.ts'
import { AppError } from '../errors.ts'
import { abortable } from './abortable.ts'
import { Rejected, Unavailable } from './errors.ts'
import { delayByAttempts, isTimeout, requestedDelay } from './retry-delay.ts'

export const unexpectedError = 'Something went wrong on our side.'

type LeasedJob<Result> = {
  maxAttempts: number
  /** Limits one attempt. */
  timeoutMs?: number
  /** Whether another attempt would fail in the same way. */
  isPermanent?: (error: unknown) => boolean
  run: (signal: AbortSignal) => Promise<Result>
  save: (result: Result) => Promise<unknown>
  /** `error` is missing if every attempt was killed. */
  fail: (sentence: string, error?: unknown) => Promise<unknown>
  /** `sentence`: what failed; missing if the process stops. */
  retry: (plan: RetryPlan, sentence?: string) => Promise<unknown>
}

/**
 * Runs a claimed row's job while its lease is renewed. Temporary failures are retried with growing delays; the process stopping
 * counts as no attempt. Writes nothing once the lease is lost.
 */
export async function runLeasedJob<Result>(
  db: Db,
  { lease, attempts }: { lease: Lease; attempts: number },
  context: JobContext,
  {
    maxAttempts,
    timeoutMs,
    isPermanent = (error) => error instanceof Rejected,
    run,
    save,
    fail,
    retry,
  }: LeasedJob<Result>,
) {
  if (attempts > maxAttempts) {
    await fail(unexpectedError)
    return
  }
  const { lost, stop, signal: ending } = renewLeaseDuringJob(db, lease, context)
  const signal =
    timeoutMs === undefined ? ending : AbortSignal.any([ending, AbortSignal.timeout(timeoutMs)])
  let write: () => Promise<unknown>
  try {
    const result = await abortable(run(signal), signal)
    write = () => save(result)
  } catch (error) {
    write = () => handleFailure(error)
  }
  await stop()
  if (!lost.aborted) await write()

  function handleFailure(error: unknown) {
    if (context.signal.aborted) return retry({ delayMs: 0, isCounted: false })
    const sentence = describeFailure(error, context.onError)
    if (isPermanent(error) || attempts >= maxAttempts) return fail(sentence, error)
    const requested = requestedDelay(error instanceof AppError ? error.cause : error)
    const delayMs = delayByAttempts(attempts, context.times.retryMs, requested)
    return retry({ delayMs, isCounted: true }, sentence)
  }
}

/** The sentence to show. Errors that neither the material nor a service caused go to `onError`. */
export function describeFailure(error: unknown, onError: JobContext['onError']) {
  if (error instanceof AppError || error instanceof Rejected || error instanceof Unavailable)
    return error.message
  if (isTimeout(error)) return 'The service did not respond in time.'
  onError(error as Error)
  return unexpectedError
}
