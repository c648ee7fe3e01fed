import { sql } from 'kysely'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'

export type StartedRun = NonNullable<Awaited<ReturnType<typeof startRun>>>

/** With the current conversation. Undefined unless the run is in progress. */
export const startRun = (tx: Db, id: string) =>
  tx
    .updateTable('automaticRun as run')
    .from('session')
    .set({ status: 'running' })
    .whereRef('session.id', '=', 'run.sessionId')
    .where('run.id', '=', id)
    .where('run.status', 'in', ['waiting', 'running'])
    .returning(['run.sessionId', 'run.conversationVersion', 'run.askedAt'])
    .returning(['run.requestedBy', 'run.originalUserId', 'run.address'])
    .returning(['session.version', 'session.transcribedTextScripted as text'])
    .returning((eb) => eb.ref('run.templateType').$castTo<TemplateType>().as('type'))
    .executeTakeFirst()

/** Another attempt follows. */
export const setWaiting = (tx: Db, id: string) =>
  tx.updateTable('automaticRun').set({ status: 'waiting' }).where('id', '=', id).execute()

/** `impossible`: the active provider does not support this type. */
export type RunResult = {
  status: 'done' | 'failed' | 'outdated' | 'cancelled' | 'impossible'
  sentence?: string
  executionId?: string
}

export const finishRun = (tx: Db, id: string, { status, sentence, executionId }: RunResult) =>
  tx
    .updateTable('automaticRun')
    .set({ status, sentence: sentence ?? null, executionId: executionId ?? null })
    .where('id', '=', id)
    .execute()

type Asked = {
  sessionId: string
  type: TemplateType
  /** Null for automatic runs. */
  by: string | null
  since: string
  /** Empty for a brief. */
  text: string
}

/** The answer that an earlier attempt received before it ended. Tries and executions about another text do not count. */
export const findEarlierExecution = (db: Db, asked: Asked) =>
  db
    .selectFrom('execution')
    .select(['id as executionId'])
    .select(sql<string>`output_data ->> 'processedText'`.as('processedText'))
    .where('kind', '=', 'run')
    .where('sessionId', '=', asked.sessionId)
    .where('templateType', '=', asked.type)
    .where('requestedBy', 'is not distinct from', asked.by)
    .where('isSuccess', '=', true)
    .where('executedAt', '>=', asked.since)
    .where(sql`input_data ->> 'audioTranscript'`, '=', asked.text)
    .where('outputData', 'is not', null)
    .orderBy('executedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
