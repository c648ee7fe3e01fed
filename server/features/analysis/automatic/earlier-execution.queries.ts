import { sql } from 'kysely'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'

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
