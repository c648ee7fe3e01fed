import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { Db } from './db.ts'

/** Of PostgreSQL (appendix A): the database gave one of several transactions up, so that the others could go on. */
const givenUp = new Set(['40P01', '40001'])
const mostTries = 5
/** Milliseconds; those who met once are not to meet again. */
const longestWait = 40

/**
 * All or nothing. What the database gave up for the sake of another transaction is tried again, so `work` may run
 * several times and changes nothing but `tx`. Throws unavailable after five times.
 *
 * The order of locks. Whoever takes several takes them in this order, so that no two wait for each other:
 *
 *     organization, user, coach, client, who coached a client and when (client_coach), definition, session,
 *     then what belongs to a session: upload, recording, transcription, its draft, its share, template, its text and
 *     execution,
 *     then what stands in a plan: assignment, metric value, questionnaire, its safety mark, burnout assessment,
 *     then integrations, allowances, logins, messages, discarded files, jobs, the audit log and requests that are known
 *
 * Two things come out of turn: a changed session, recording or assessment writes what is kept of it with the client
 * (by trigger), and a client who is added or given to a coach holds that coach: who does
 * that while another client is held holds the coach first.
 *
 * A message that has ended changes the safety mark that it was to tell of (`settleMessage`): nobody who holds a mark waits for
 * a message.
 *
 * Whoever changes definitions holds all of them before any row (`lockDefinitions`).
 *
 * A session is locked before what belongs to it is changed, added or deleted: by `lockSession` (access.ts), or by
 * `lockSessionRow` (access.ts) for work that nobody waits for. Several rows of one table come in the order of
 * their ids.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!wasGivenUp(error)) throw error
      if (tries === mostTries)
        throw new AppError(
          'unavailable',
          'Too many changes were made at the same moment. Please try again.',
        )
      await sleep(Math.random() * longestWait * tries)
    }
  }
}

const wasGivenUp = (error: unknown) =>
  error instanceof Error && givenUp.has((error as NodeJS.ErrnoException).code ?? '')
