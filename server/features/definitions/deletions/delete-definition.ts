import { sql } from 'kysely'
import type { DefinitionKind } from '#contract/definitions.ts'
import { audit } from '../../audit/audit.ts'
import { renewLeaseDuringJob, type JobContext, type Lease } from '../../../platform/db/lease.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { delayByAttempts } from '../../../platform/jobs/retry-delay.ts'
import { lockDefinitionWhere, lockDefinitions } from '../definitions.queries.ts'
import { tableOf } from '../definitions.service.ts'
import {
  beginDeletion,
  addProgress,
  finishDeletion,
  failDeletion,
  postponeDeletion,
} from './deletions.queries.ts'
import { type DependentsDeletion, deleteAllDependents, deleteSomeDependents } from './dependents.ts'

type Needs = Pick<Deps, 'db' | 'queue'>
type Run = JobContext & {
  /** Rows deleted in one transaction. */
  batch?: number
}

const defaultBatchSize = 200
/** Consecutive failures, over about twenty minutes. */
export const maxDeletionAttempts = 8

/**
 * Deletes the dependents of a definition in batches, then the definition. Resumable after a crash. Retries failures, then
 * marks the deletion as failed until an administrator retries it.
 */
export async function deleteInBackground({ db, queue }: Needs, deletionId: string, run: Run) {
  const begun = await beginDeletion(db, deletionId, run.times.leaseMs)
  if (!begun) return
  const { lease, row } = begun
  // Every attempt crashed its process.
  if (row.attempts > maxDeletionAttempts) return void (await failDeletion(db, lease))
  let tries = row.attempts
  const { definitionId, userId, originalUserId, address } = row
  const kind = row.kind as DefinitionKind
  const by = { ...(userId && { userId }), originalUserId, ...(address && { address }) }
  const removal = { kind, definitionId, queue, by }
  const { lost, stop, signal } = renewLeaseDuringJob(db, lease, run)
  try {
    while (!signal.aborted) {
      const gone = await deleteNextBatch({ db, queue }, lease, removal, run.batch)
      if (gone === undefined) break
      if (gone) tries = 1
    }
    if (!signal.aborted) await deleteRow({ db, queue }, lease, removal)
    else if (!lost.aborted) await postponeDeletion(db, lease, { tries: tries - 1, delayMs: 0 })
  } catch (error) {
    if (!(error instanceof LeaseLost)) run.onError(error as Error)
    const delayMs = delayByAttempts(tries, run.times.retryMs)
    const end = () =>
      tries < maxDeletionAttempts
        ? postponeDeletion(db, lease, { tries, delayMs })
        : failDeletion(db, lease)
    await end().catch(run.onError)
  } finally {
    await stop()
  }
}

/** Another worker has taken over; roll back. */
class LeaseLost extends Error {}

/** Number of deleted rows; undefined if none were left. */
const deleteNextBatch = (
  { db }: Needs,
  lease: Lease,
  removal: DependentsDeletion,
  batch = defaultBatchSize,
) =>
  inTransaction(db, async (tx) => {
    const gone = await deleteSomeDependents(tx, removal, batch)
    if (gone !== undefined && !(await addProgress(tx, lease, gone))) throw new LeaseLost()
    return gone
  })

/** Deletes the definition, and dependents added by transactions that began before it was hidden. */
const deleteRow = ({ db }: Needs, lease: Lease, removal: DependentsDeletion) =>
  inTransaction(db, async (tx) => {
    const { kind, definitionId, by } = removal
    await lockDefinitions(tx)
    await lockDefinitionWhere(tx, kind, sql`it.id = ${definitionId}`)
    await deleteAllDependents(tx, removal)
    await sql`delete from ${sql.table(kind)} where id = ${definitionId}`.execute(tx)
    if (!(await finishDeletion(tx, lease))) throw new LeaseLost()
    await audit(tx, by, { action: 'definition-deleted', table: tableOf(kind), rowId: definitionId })
  })
