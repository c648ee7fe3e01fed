import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { Db } from './db.ts'

/** SQLSTATEs of PostgreSQL (appendix A): deadlock and serialization failure. */
const retryableStates = new Set(['40P01', '40001'])
const maxAttempts = 5
const maxDelayMs = 40

/**
 * Runs `work` in a transaction. Deadlocks and serialization failures are retried, so `work` must change nothing but `tx`. Throws
 * unavailable after five attempts.
 *
 * Lock order, which prevents deadlocks:
 *
 *     organization, user, coach, client, client_coach, definition, session,
 *     then rows of a session: upload, recording, transcription, its draft and share, template, its versions and executions,
 *     then rows of a plan: assignment, metric value, questionnaire, its safety mark, burnout assessment, session request,
 *     then integrations, allowances, logins, messages, discarded files, jobs, the audit log and idempotent requests
 *
 * Exceptions: triggers of sessions, recordings and assessments write columns of the client; adding or assigning a client locks its
 * coach, so lock the coach first when another client is locked already; a delivered message updates its safety mark
 * (`finishMessage`), so don't wait for messages while a mark is locked; a job that runs locks
 * itself before its row (`job.finish`), so cancel it before its row is changed.
 *
 * Changing a definition locks all definitions first (`lockDefinitions`). A session is locked before rows that belong to it are
 * changed, added or deleted (`lockSession`, `lockSessionRow` in access.ts). Rows of one table are locked in order of their ids.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isRetryable(error)) throw error
      if (tries === maxAttempts)
        throw new AppError(
          'unavailable',
          'Too many changes were made at the same moment. Please try again.',
        )
      await sleep(Math.random() * maxDelayMs * tries)
    }
  }
}

const isRetryable = (error: unknown) =>
  error instanceof Error && retryableStates.has((error as NodeJS.ErrnoException).code ?? '')
