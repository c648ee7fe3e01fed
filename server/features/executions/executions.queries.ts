import { sql } from 'kysely'
import {
  type Execution,
  type ExecutionFilters,
  type ExecutionKind,
  type ExecutionStats,
  tokensPerPrice,
} from '#contract/executions.ts'
import type { TemplateType } from '#contract/prompts.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import { hourlyCounts, matchesFilters } from './execution-counts.ts'

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

export const executionOf = (db: Db, id: string) =>
  executions(db, 'include')
    .where('execution.id', '=', id)
    .executeTakeFirstOrThrow(notFound('execution'))

type Page = { offset: number; limit: number }

/** Newest first. */
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

const maxScannedOffset = 1000

/** For large offsets the hourly counts locate the hour in which the page begins. */
async function idsOf(db: Db, filters: ExecutionFilters, { offset, limit }: Page) {
  const newest = sql`order by executed_at desc, id desc limit ${limit}`
  const page =
    offset <= maxScannedOffset
      ? sql`select id from execution where ${matchesFilters(filters)} ${newest} offset ${offset}`
      : sql`
        with hour as (
          select at, sum(executions) as executions from (${hourlyCounts(filters)}) as hour group by at
        ), place as (
          select at, executions, sum(executions) over (order by at desc) - executions as newer from hour
        )
        select page.id from (
          select at, newer from place where newer <= ${offset} and newer + executions > ${offset}
        ) as place cross join lateral (
          select id from execution
          where ${matchesFilters(filters)} and executed_at < place.at + interval '1 hour'
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
    from (${hourlyCounts(filters)}) as hour`.execute(db)
  const [stats] = rows
  if (!stats) throw new Error('a sum without a row')
  return stats
}
