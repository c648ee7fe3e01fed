import { sql } from 'kysely'
import {
  type DefinitionKind,
  definitionKinds,
  maxDeletedImmediately,
  undoableMs,
} from '#contract/definitions/definitions.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import {
  getDefinition,
  lockDefinitionWhere,
  lockDefinitions,
  lockParent,
  listSiblingIds,
  saveOrder,
  lockDefinition,
} from '../definitions.queries.ts'
import { getTableName } from '../definitions.service.ts'
import {
  findDeletion,
  listDeletions,
  planDeletion,
  resumeDeletion,
  cancelDeletion,
} from './deletions.queries.ts'
import { countDependents, lockClientsFirst, deleteAllDependents } from './dependents.ts'
import { getKind } from '../kinds.ts'

type Needs = Pick<Deps, 'db' | 'queue'>

/** Throws not-found. */
export async function listDependents(db: Db, kind: DefinitionKind, id: string) {
  await getDefinition(db, kind, id)
  return countDependents(db, kind, id)
}

/**
 * Deletes a definition and its dependents: immediately, or if they are many in the background after a moment to undo it.
 */
export const deleteDefinition = (
  { db, queue }: Needs,
  actor: Actor,
  kind: DefinitionKind,
  id: string,
) =>
  inTransaction(db, async (tx) => {
    await lockDefinitions(tx)
    const going = await countDependents(tx, kind, id)
    const total = going.reduce((sum, { count }) => sum + count, 0)
    const isMuch = total > maxDeletedImmediately
    if (!isMuch) await lockClientsFirst(tx, kind, id)
    const { name, parent } = await lockDefinition(tx, kind, id)
    const counts = Object.fromEntries(going.map(({ what, count }) => [what, count]))
    const log = { table: getTableName(kind), rowId: id, details: counts }
    if (!isMuch) {
      await deleteAllDependents(tx, { kind, definitionId: id, queue, by: actor })
      await sql`delete from ${sql.table(kind)} where id = ${id}`.execute(tx)
      await saveOrder(tx, kind, await listSiblingIds(tx, kind, parent))
      await audit(tx, actor, { action: 'definition-deleted', ...log })
      return { ok: true as const, deletion: null }
    }
    const planned = { kind, definitionId: id, name, total }
    const deletionId = await planDeletion(tx, actor, planned, undoableMs)
    await saveOrder(tx, kind, await listSiblingIds(tx, kind, parent))
    await queue.add(tx, 'delete-definition', { id: deletionId }, undoableMs)
    await audit(tx, actor, { action: 'definition-deletion-planned', ...log })
    const [deletion = null] = await listDeletions(tx, deletionId)
    return { ok: true as const, deletion }
  })

/**
 * Restores the definition at its old position. Throws conflict once something was deleted, and while the parent is being
 * deleted.
 */
export const undoDeletion = ({ db, queue }: Needs, actor: Actor, id: string) =>
  inTransaction(db, async (tx) => {
    await lockDefinitions(tx)
    const deletion = await findDeletion(tx, id)
    if (!deletion) throw notFound('deletion')()
    const kind = deletion.kind as DefinitionKind
    const held = await lockDefinitionWhere(tx, kind, sql`it.id = ${deletion.definitionId}`)
    if (!held || !(await cancelDeletion(tx, id)))
      throw new AppError(
        'conflict',
        `This ${definitionKinds[kind].one} is already being deleted, which cannot be undone.`,
      )
    await queue.cancel(tx, 'delete-definition', { id })
    const { under } = getKind(kind)
    if (under && held.parent !== null && !(await lockParent(tx, under.kind, held.parent))) {
      const { one } = definitionKinds[kind]
      throw new AppError(
        'conflict',
        `This ${one} belongs to a ${definitionKinds[under.kind].one} that is being deleted. Undo that first.`,
      )
    }
    const others = (await listSiblingIds(tx, kind, held.parent)).filter((it) => it !== held.id)
    await saveOrder(tx, kind, others.toSpliced(held.place - 1, 0, held.id))
    await audit(tx, actor, {
      action: 'definition-deletion-undone',
      table: getTableName(kind),
      rowId: held.id,
    })
    return { ok: true as const }
  })

/** Retries a failed deletion; does nothing for a running one. */
export const retryDeletion = ({ db, queue }: Needs, actor: Actor, id: string) =>
  inTransaction(db, async (tx) => {
    const deletion = await findDeletion(tx, id)
    if (!deletion) throw notFound('deletion')()
    if (await resumeDeletion(tx, id)) {
      await queue.add(tx, 'delete-definition', { id })
      await audit(tx, actor, {
        action: 'definition-deletion-retried',
        table: getTableName(deletion.kind as DefinitionKind),
        rowId: deletion.definitionId,
      })
    }
    return { ok: true as const }
  })
