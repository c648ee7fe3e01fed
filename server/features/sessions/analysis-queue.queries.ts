import { sql } from 'kysely'
import type { TemplateType } from '#contract/prompts.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'

type AnalysisRequest = { sessionId: string; types: readonly TemplateType[] }
type Requester = Pick<Actor, 'userId' | 'originalUserId' | 'address'>

/**
 * Enqueues the analysis of the current conversation, one run per version and type; a finished one runs again. Returns how
 * many were started: those in progress continue.
 */
export async function enqueueAnalysis(
  tx: Db,
  queue: Queue,
  actor: Requester,
  { sessionId, types }: AnalysisRequest,
): Promise<number | 'no-conversation'> {
  const { version, transcribedTextScripted } = await tx
    .selectFrom('session')
    .select(['version', 'transcribedTextScripted'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  if (transcribedTextScripted === null) return 'no-conversation'
  const rows = await tx
    .insertInto('automaticRun')
    .values(
      types.map((templateType) => ({
        ...{ id: newId(), sessionId, templateType, conversationVersion: version },
        ...{ requestedBy: actor.userId, originalUserId: actor.originalUserId },
        address: actor.address,
      })),
    )
    .onConflict((on) =>
      on
        .columns(['sessionId', 'templateType', 'conversationVersion'])
        .doUpdateSet((eb) => ({
          ...{ status: 'waiting', attempts: 0, sentence: null, executionId: null },
          ...{ askedAt: sql<string>`now()`, nextTryAt: sql<string>`now()` },
          requestedBy: eb.ref('excluded.requestedBy'),
          originalUserId: eb.ref('excluded.originalUserId'),
          address: eb.ref('excluded.address'),
        }))
        .where('automaticRun.status', '<>', 'waiting'),
    )
    .returning('id')
    .execute()
  for (const { id } of rows) await queue.add(tx, 'run-after-conversation', { id })
  return rows.length
}

/** After the conversation was saved in this transaction. */
export const enqueueAutomaticAnalysis = async (
  tx: Db,
  queue: Queue,
  actor: Requester,
  asked: AnalysisRequest,
) => (asked.types.length ? enqueueAnalysis(tx, queue, actor, asked) : 0)

const cancelWaiting = (tx: Db) =>
  tx
    .updateTable('automaticRun')
    .set({ status: 'cancelled', leasedUntil: null })
    .where('status', '=', 'waiting')

/** Cancels waiting and running analysis. Returns how many there were. */
export async function cancelAnalysis(tx: Db, sessionId: string, types: readonly TemplateType[]) {
  const { numUpdatedRows } = await cancelWaiting(tx)
    .where('sessionId', '=', sessionId)
    .where('templateType', 'in', types)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The same for all sessions of clients. */
export const cancelClientAnalysis = (tx: Db, clientIds: readonly string[]) =>
  cancelWaiting(tx)
    .where('sessionId', 'in', (eb) =>
      eb.selectFrom('session').select('session.id').where('session.clientId', 'in', clientIds),
    )
    .execute()
