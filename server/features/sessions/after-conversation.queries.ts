import { sql } from 'kysely'
import type { TemplateType } from '#contract/prompts.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Queue } from '../../platform/db/queue.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newId } from '../../platform/ids.ts'

type Asked = { sessionId: string; types: readonly TemplateType[] }
type Asker = Pick<Actor, 'userId' | 'originalUserId' | 'address'>

/**
 * What runs on the conversation that a session has now (server/features/analysis/automatic/after-conversation.ts): once for each text and type, and
 * once more where somebody asks again. Answers how many were begun: those under way go on as they are.
 */
export async function queueAnalysis(
  tx: Db,
  queue: Queue,
  actor: Asker,
  { sessionId, types }: Asked,
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
  for (const { id } of rows) await queue.add(tx, 'run-after-conversation', { runId: id })
  return rows.length
}

/** Of itself, on the conversation that this transaction saves; nothing where it was taken away. */
export const queueAfterConversation = async (tx: Db, queue: Queue, actor: Asker, asked: Asked) =>
  asked.types.length ? queueAnalysis(tx, queue, actor, asked) : 0

const stop = (tx: Db) =>
  tx
    .updateTable('automaticRun')
    .set({ status: 'cancelled', leasedUntil: null })
    .where('status', '=', 'waiting')

/** Ends what waits, and takes it from whoever works on it; answers how many there were. */
export async function stopAnalysis(tx: Db, sessionId: string, types: readonly TemplateType[]) {
  const { numUpdatedRows } = await stop(tx)
    .where('sessionId', '=', sessionId)
    .where('templateType', 'in', types)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** The same of all that runs on what a client says. */
export const stopAllOf = (tx: Db, clientId: string) =>
  stop(tx)
    .where('sessionId', 'in', (eb) =>
      eb.selectFrom('session').select('session.id').where('session.clientId', '=', clientId),
    )
    .execute()
