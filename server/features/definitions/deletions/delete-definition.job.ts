import { sql } from 'kysely'
import { z } from 'zod'
import type { DefinitionKind } from '#contract/definitions/definitions.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { defineJob } from '../../../platform/jobs/job.ts'
import { lockDefinitionWhere, lockDefinitions } from '../definitions.queries.ts'
import { getTableName } from '../definitions.service.ts'
import { addProgress, beginDeletion, deleteDeletion, failDeletion } from './deletions.queries.ts'
import { type DependentsDeletion, deleteAllDependents, deleteSomeDependents } from './dependents.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'delete-definition': { id: string }
  }
}

/** Rows deleted in one run. */
const batchSize = 200

/**
 * Deletes the dependents of a definition in batches, one a run, then the definition. A deletion that is given up waits for an
 * administrator to retry it.
 */
export const deleteInBackground = defineJob({
  name: 'delete-definition',
  payload: z.object({ id: z.uuid() }),
  queue: 'short',
  // Of one batch, over about twenty minutes.
  attempts: 8,
  async run({ db, queue }, { id }, job) {
    const deletion = await beginDeletion(db, id)
    if (!deletion) return
    const { definitionId, userId, originalUserId, address } = deletion
    const kind = deletion.kind as DefinitionKind
    const by = { ...(userId && { userId }), originalUserId, ...(address && { address }) }
    const removal = { kind, definitionId, queue, by }
    await inTransaction(db, async (tx) => {
      await job.finish(tx)
      const count = await deleteSomeDependents(tx, removal, batchSize)
      if (count === undefined) return finishDeletion(tx, id, removal)
      await addProgress(tx, id, count)
      // The next batch has all attempts.
      await queue.add(tx, 'delete-definition', { id })
    })
  },
  failed: (tx, { id }) => failDeletion(tx, id),
})

/** Deletes the definition, and dependents added by transactions that began before it was hidden. */
async function finishDeletion(tx: Db, id: string, removal: DependentsDeletion) {
  const { kind, definitionId, by } = removal
  await lockDefinitions(tx)
  await lockDefinitionWhere(tx, kind, sql`it.id = ${definitionId}`)
  await deleteAllDependents(tx, removal)
  await sql`delete from ${sql.table(kind)} where id = ${definitionId}`.execute(tx)
  await deleteDeletion(tx, id)
  await audit(tx, by, {
    action: 'definition-deleted',
    table: getTableName(kind),
    rowId: definitionId,
  })
}
