import { sql } from 'kysely'
import type { TemplateType } from '#contract/prompts.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Lease } from '../../../platform/db/lease.ts'

type Asked = {
  sessionId: string
  type: TemplateType
  /** Null where nobody asked for it. */
  by: string | null
  since: string
  /** What is to be answered: a brief is about no text. */
  text: string
}

/**
 * What a holder who was lost had come to before; what was only tried is no answer to it, nor is what was answered about
 * another text, which its person ran by hand or had saved before this one.
 */
export async function findEarlierExecution(db: Db, { fence }: Lease, asked: Asked) {
  if (fence === 1) return undefined
  return db
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
}
