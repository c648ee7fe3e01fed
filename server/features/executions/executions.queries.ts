import { sql } from 'kysely'
import {
  type Execution,
  type ExecutionFilters,
  type ExecutionKind,
  type ExecutionStats,
  pricedTokens,
} from '#contract/executions.ts'
import type { TemplateType } from '#contract/prompts.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import { hoursOf, matching } from './hours.ts'

/** By the price that the model has now. */
const cost = sql<number | null>`
  (execution.tokens_in * price.input_price + execution.tokens_out * price.output_price) / ${sql.lit(pricedTokens)}`

/** What was sent and came back is left out of the statement, not only of the answer. */
const executions = (db: Db, data: 'include' | 'omit') =>
  db
    .selectFrom('execution')
    .leftJoin('templateVersion as text', 'text.id', 'execution.templateVersionId')
    .leftJoin('modelPrice as price', 'price.model', 'execution.model')
    .leftJoin('session', 'session.id', 'execution.sessionId')
    .leftJoin('client', 'client.id', 'session.clientId')
    .select([
      ...(
        [
          ...['id', 'executedAt', 'templateName', 'executionTimeMs', 'sessionId', 'contextId'],
          ...['errorMessage', 'tokensUsed', 'replayOf', 'templateId', 'provider', 'model'],
          ...['tokensIn', 'tokensOut', 'requestId', 'pieces', 'missing'],
        ] as const
      ).map((it) => `execution.${it}` as const),
      'execution.isSuccess as success',
      'text.number as textNumber',
      'text.version',
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

export const executionOf = (db: Db, id: string) =>
  executions(db, 'include')
    .where('execution.id', '=', id)
    .executeTakeFirstOrThrow(notFound('execution'))

type Page = { offset: number; limit: number }

/** One page, newest first. */
export async function pageOf(
  db: Db,
  filters: ExecutionFilters,
  page: Page,
  data: 'include' | 'omit',
) {
  const ids = await idsOf(db, filters, page)
  if (!ids.length) return []
  return executions(db, data)
    .where('execution.id', 'in', ids)
    .orderBy('execution.executedAt', 'desc')
    .orderBy('execution.id', 'desc')
    .execute()
}

/** So many are passed by one by one. */
const near = 1000

/** Far from the newest the hours tell in which of them the page begins: only what is newer in that one is passed by. */
async function idsOf(db: Db, filters: ExecutionFilters, { offset, limit }: Page) {
  const newest = sql`order by executed_at desc, id desc limit ${limit}`
  const page =
    offset <= near
      ? sql`select id from execution where ${matching(filters)} ${newest} offset ${offset}`
      : sql`
        with hour as (
          select at, sum(executions) as executions from (${hoursOf(filters)}) as hour group by at
        ), place as (
          select at, executions, sum(executions) over (order by at desc) - executions as newer from hour
        )
        select page.id from (
          select at, newer from place where newer <= ${offset} and newer + executions > ${offset}
        ) as place cross join lateral (
          select id from execution
          where ${matching(filters)} and executed_at < place.at + interval '1 hour'
          ${newest} offset ${offset} - place.newer
        ) as page`
  const { rows } = await sql<{ id: string }>`${page}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function statsOf(db: Db, filters: ExecutionFilters): Promise<ExecutionStats> {
  const { rows } = await sql<ExecutionStats>`
    select coalesce(sum(executions), 0) as total_executions,
      coalesce(sum(executions) filter (where is_success), 0) as success_count,
      coalesce(sum(executions) filter (where not is_success), 0) as error_count,
      coalesce(round(sum(total_ms) / nullif(sum(executions), 0)), 0) as avg_response_time
    from (${hoursOf(filters)}) as hour`.execute(db)
  const [stats] = rows
  if (!stats) throw new Error('a sum without a row')
  return stats
}
