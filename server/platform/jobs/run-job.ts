import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Deps } from '../../deps.ts'
import type { Db } from '../db/db.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
import { abortable } from './abortable.ts'
import { affected, type Stored, within } from './boss.ts'
import { describeFailure, unexpectedError } from './describe-failure.ts'
import { Rejected } from './errors.ts'
import { ClaimLost, type Failure, type Job, type RunningJob } from './job.ts'
import { cancelTopic, toKey, toSeconds } from './queue.ts'
import { delayByAttempts, requestedDelay } from './retry-delay.ts'

/** A job that this process has claimed. */
export type Claim = {
  id: string
  /** Workers that died in it. */
  retryCount: number
  data: Stored
  groupId?: string | null
  /** Aborted when another process has it. */
  signal: AbortSignal
}

export type RunnerSettings = {
  /** Aborted when the process stops. */
  stopping: AbortSignal
  /** Receives errors that neither the material nor a service caused. */
  onError: (error: Error) => void
  /** Milliseconds before the second attempt. */
  retryMs: number
  /** The most jobs of its group run already. */
  isGroupFull?: boolean
}

/** Milliseconds before a job whose group was full is taken again. */
const groupFullMs = 1_000

/**
 * Runs one attempt of a job. Failures are retried with growing delays and end visibly. A worker that dies counts as an attempt, a
 * process that stops does not. Nothing is written once another process has the job.
 */
export async function runJob(
  { deps, boss }: { deps: Deps; boss: PgBoss },
  job: Job,
  claim: Claim,
  { stopping, onError, retryMs, isGroupFull }: RunnerSettings,
) {
  const { db, announcements } = deps
  const { data } = claim
  const attempt = data.failures + claim.retryCount + 1
  const payload = job.payload.parse(data.payload)
  const key = toKey(job.name, payload)

  async function requireClaim(tx: Db) {
    // Not `boss.touch`: its heartbeat is the start of `tx`, which may be longer ago than a dead worker's last one.
    const { rows } = await sql`
      select from pgboss.job where name = ${job.queue} and id = ${claim.id} and state = 'active'
        and retry_count = ${claim.retryCount}
      for update`.execute(tx)
    if (!rows.length) throw new ClaimLost()
  }
  async function finish(tx: Db, output: object | null = null) {
    if (!(await affected(boss.complete(job.queue, claim, output, within(tx)))))
      throw new ClaimLost()
  }
  async function runAgain(tx: Db, delayMs: number, failures = data.failures) {
    await finish(tx)
    // Nothing if it was queued again meanwhile.
    await boss.send(job.queue, { ...data, failures } satisfies Stored, {
      ...within(tx),
      singletonKey: key,
      startAfter: toSeconds(delayMs),
      ...(claim.groupId && { group: { id: claim.groupId } }),
    })
  }
  const giveUp = (failure: Failure) =>
    inTransaction(db, async (tx) => {
      // For the metrics.
      await finish(tx, { isGivenUp: true })
      await job.failed?.(tx, payload, failure, deps)
    })

  async function handleFailure(error: unknown) {
    if (stopping.aborted) return inTransaction(db, (tx) => runAgain(tx, 0))
    // Another process has it, or `run` has finished it and goes on.
    if (claim.signal.aborted) return
    const failure: Failure = { sentence: describeFailure(error, onError), attempt, error }
    const isPermanent = job.isPermanent ?? ((it) => it instanceof Rejected)
    if (isPermanent(error) || attempt >= job.attempts) return giveUp(failure)
    const requested = requestedDelay(error instanceof AppError ? error.cause : error)
    await inTransaction(db, async (tx) => {
      await runAgain(tx, delayByAttempts(attempt, retryMs, requested), attempt)
      await job.retried?.(tx, payload, failure)
    })
  }

  const cancelled = new AbortController()
  const stopListening = announcements.listen(
    cancelTopic(key),
    () => void requireClaim(db).catch((error: unknown) => cancelled.abort(error)),
  )
  const signal = AbortSignal.any([
    ...[stopping, claim.signal, cancelled.signal],
    ...(job.timeoutMs === undefined ? [] : [AbortSignal.timeout(job.timeoutMs)]),
  ])
  const running: RunningJob = {
    attemptId: `${claim.id}-${claim.retryCount}`,
    ...{ attempt, waitedMs: Date.now() - data.since, signal, onError },
    ...{
      requireClaim,
      finish: (tx) => finish(tx),
      runAgain: (tx, delayMs) => runAgain(tx, delayMs),
    },
  }
  try {
    if (isGroupFull) return await inTransaction(db, (tx) => runAgain(tx, groupFullMs))
    if (attempt > job.attempts)
      return await giveUp({ sentence: unexpectedError, attempt, error: undefined })
    await abortable(job.run(deps, payload, running), signal)
    // Unless `run` did so.
    await boss.complete(job.queue, claim)
  } catch (error) {
    if (error instanceof ClaimLost) return
    await handleFailure(error).catch((reason: unknown) => {
      if (!(reason instanceof ClaimLost)) throw reason
    })
  } finally {
    stopListening()
  }
}
