import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type TemplateType, templateType } from '#contract/prompts/prompts.ts'
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
          ...{ status: 'waiting', sentence: null, executionId: null },
          askedAt: sql<string>`now()`,
          requestedBy: eb.ref('excluded.requestedBy'),
          originalUserId: eb.ref('excluded.originalUserId'),
          address: eb.ref('excluded.address'),
        }))
        .where((eb) => eb.not(isInProgress)),
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

const isInProgress = sql<SqlBool>`automatic_run.status in ('waiting', 'running')`

/** Returns how many there were. */
async function stopRuns(
  tx: Db,
  queue: Queue,
  status: 'cancelled' | 'outdated',
  where: RawBuilder<SqlBool>,
) {
  const rows = await tx
    .updateTable('automaticRun')
    .set({ status })
    .where(isInProgress)
    .where(where)
    .returning('id')
    .execute()
  for (const { id } of rows) await queue.cancel(tx, 'run-after-conversation', { id })
  return rows.length
}

/** Cancels waiting and running analysis. Returns how many there were. */
export const cancelAnalysis = (
  tx: Db,
  queue: Queue,
  sessionIds: readonly string[],
  types: readonly TemplateType[] = templateType.options,
) =>
  stopRuns(
    tx,
    queue,
    'cancelled',
    sql`session_id = any(${sessionIds}::uuid[]) and template_type = any(${types}::text[])`,
  )

/** After the conversation was saved: ends the analysis of the text before. */
export const outdateAnalysis = (tx: Db, queue: Queue, sessionId: string) =>
  stopRuns(tx, queue, 'outdated', sql`session_id = ${sessionId}`)
