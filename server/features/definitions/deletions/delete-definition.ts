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
  /** Rows of one transaction: nobody waits long for any of them. */
  batch?: number
}

const defaultBatchSize = 200
/** Tries in which nothing goes, over about twenty minutes: behind so many, somebody has to look. */
export const maxDeletionAttempts = 8

/**
 * Deletes what goes with a definition, batch by batch, then the definition. Harmless to call again: whoever was killed in the
 * middle leaves what is done done, and the next one goes on. What fails is tried again a few times, and is given up then:
 * whoever began it is told, and tries again.
 */
export async function deleteInBackground({ db, queue }: Needs, deletionId: string, run: Run) {
  const begun = await beginDeletion(db, deletionId, run.times.leaseMs)
  if (!begun) return
  const { lease, row } = begun
  // No process survives it.
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

/** Somebody else works on it by now, and what was done since is not. */
class LeaseLost extends Error {}

/** How many rows went; undefined where none was left. */
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

/** The definition itself, with what somebody added to it who had begun before it was hidden. */
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
