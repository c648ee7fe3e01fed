import { sql, type SqlBool } from 'kysely'
import {
  type Execution,
  type ExecutionFilters,
  type ExecutionKind,
  type ExecutionStats,
  tokensPerPrice,
} from '#contract/executions/executions.ts'
import type { TemplateType } from '#contract/prompts/prompts.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import { allOf } from '../../platform/lists/search.ts'

/** At the current price of the model. */
const cost = sql<number | null>`
  (execution.tokens_in * price.input_price + execution.tokens_out * price.output_price) / ${sql.lit(tokensPerPrice)}`

/** `omit` does not read the data from the table either. */
const executions = (db: Db, data: 'include' | 'omit') =>
  db
    .selectFrom('execution')
    .leftJoin('templateVersion as version', 'version.id', 'execution.templateVersionId')
    .leftJoin('modelPrice as price', 'price.model', 'execution.model')
    .leftJoin('session', 'session.id', 'execution.sessionId')
    .leftJoin('client', 'client.id', 'session.clientId')
    .select([
      ...(
        [
          ...['id', 'executedAt', 'templateName', 'executionTimeMs', 'sessionId', 'contextId'],
          ...['errorMessage', 'tokensUsed', 'replayOf', 'templateId', 'provider', 'model'],
          ...['tokensIn', 'tokensOut', 'requestId', 'chunks', 'missing'],
        ] as const
      ).map((it) => `execution.${it}` as const),
      'execution.isSuccess as success',
      'version.number as versionNumber',
      'version.version',
      'session.sessionDate',
      'client.name as clientName',
      cost.as('cost'),
      sql<string | null>`case when ${cost} is not null then price.currency end`.as('currency'),
    ])
    .select((eb) => [
      eb.ref('execution.templateType').$castTo<TemplateType>().as('templateType'),
      eb.ref('execution.kind').$castTo<ExecutionKind>().as('kind'),
      ...(data === 'include'
        ? [
            eb.ref('execution.inputData').$castTo<Execution['inputData']>().as('inputData'),
            eb.ref('execution.outputData').$castTo<Execution['outputData']>().as('outputData'),
          ]
        : [
            sql<Execution['inputData']>`null`.as('inputData'),
            sql<Execution['outputData']>`null`.as('outputData'),
          ]),
    ])

export const findExecution = (db: Db, id: string) =>
  executions(db, 'include')
    .where('execution.id', '=', id)
    .executeTakeFirstOrThrow(notFound('execution'))

type Page = { offset: number; limit: number }

/** Newest first. */
export async function listPage(
  db: Db,
  filters: ExecutionFilters,
  { offset, limit }: Page,
  data: 'include' | 'omit',
) {
  const { rows } = await sql<{ id: string }>`
    select id from execution where ${matchesFilters(filters)}
    order by executed_at desc, id desc limit ${limit} offset ${offset}`.execute(db)
  if (!rows.length) return []
  const ids = rows.map(({ id }) => id)
  return executions(db, data)
    .where('execution.id', 'in', ids)
    .orderBy('execution.executedAt', 'desc')
    .orderBy('execution.id', 'desc')
    .execute()
}

export const countExecutions = (db: Db, filters: ExecutionFilters): Promise<ExecutionStats> =>
  db
    .selectFrom('execution')
    .select([
      sql<number>`count(*)`.as('totalExecutions'),
      sql<number>`count(*) filter (where is_success)`.as('successCount'),
      sql<number>`count(*) filter (where not is_success)`.as('errorCount'),
      sql<number>`coalesce(round(avg(execution_time_ms)), 0)`.as('avgResponseTime'),
    ])
    .where(matchesFilters(filters))
    .executeTakeFirstOrThrow()

export const matchesFilters = ({ templateType, status, from, to, sessionId }: ExecutionFilters) =>
  allOf([
    ...(templateType ? [sql<SqlBool>`template_type = ${templateType}`] : []),
    ...(status ? [sql<SqlBool>`is_success = ${sql.lit(status === 'success')}`] : []),
    ...(from ? [sql<SqlBool>`executed_at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`executed_at < ${to}`] : []),
    ...(sessionId ? [sql<SqlBool>`session_id = ${sessionId}`] : []),
  ])
