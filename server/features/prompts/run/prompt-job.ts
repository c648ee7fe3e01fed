import type { Db } from '../../../platform/db/db.ts'
import {
  type JobContext,
  type Lease,
  renewLeaseDuringJob,
  type RetryPlan,
} from '../../../platform/db/lease.ts'
import { AppError } from '../../../platform/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { delayByAttempts, requestedDelay } from '../../../platform/jobs/retry-delay.ts'

/** Attempts while a provider is unreachable. */
const maxAttempts = 5
const unexpectedError = 'Something went wrong on our side.'

type Steps<Answer> = {
  /** Throws what the provider threw. */
  run: (signal: AbortSignal) => Promise<Answer>
  save: (answer: Answer) => Promise<unknown>
  fail: (sentence: string, error?: unknown) => Promise<unknown>
  retry: (plan: RetryPlan) => Promise<unknown>
}

/** Runs a claimed job while its lease is renewed; retries temporary failures with increasing delay. */
export async function runPromptJob<Answer>(
  db: Db,
  { lease, attempts }: { lease: Lease; attempts: number },
  context: JobContext,
  { run, save, fail, retry }: Steps<Answer>,
) {
  // Every attempt crashed its process.
  if (attempts > maxAttempts) return void (await fail(unexpectedError))
  const { lost, stop, signal } = renewLeaseDuringJob(db, lease, context)
  let finish: () => Promise<unknown>
  try {
    const answer = await abortable(run(signal), signal)
    finish = () => save(answer)
  } catch (error) {
    finish = () => handleFailure(error)
  }
  await stop()
  if (!lost.aborted) await finish()

  function handleFailure(error: unknown) {
    if (context.signal.aborted) return retry({ delayMs: 0, isCounted: false })
    if (!(error instanceof AppError)) {
      context.onError(error as Error)
      return fail(unexpectedError, error)
    }
    if (error.code !== 'unavailable' || attempts >= maxAttempts) return fail(error.message, error)
    // No sooner than the service asked for.
    const requested = requestedDelay(error.cause)
    const delayMs = delayByAttempts(attempts, context.times.retryMs, requested)
    return retry({ delayMs, isCounted: true })
  }
}
