import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type ExecutionFilters, slowAboveMs, verySlowAboveMs } from '#contract/executions.ts'
import { allOf } from '../../platform/lists/search.ts'

const hourMs = 3_600_000

/** Start of the UTC hour. */
export const startOfHour = (at: number) => Math.floor(at / hourMs) * hourMs
const nextHour = (at: number) => Math.ceil(at / hourMs) * hourMs

const kindFilters = ({ templateType, status }: ExecutionFilters) => [
  ...(templateType ? [sql<SqlBool>`template_type = ${templateType}`] : []),
  ...(status ? [sql<SqlBool>`is_success = ${sql.lit(status === 'success')}`] : []),
]

export const matchesFilters = (filters: ExecutionFilters) => {
  const { from, to, sessionId } = filters
  return allOf([
    ...kindFilters(filters),
    ...(from ? [sql<SqlBool>`executed_at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`executed_at < ${to}`] : []),
    ...(sessionId ? [sql<SqlBool>`session_id = ${sessionId}`] : []),
  ])
}

/** Counts executions per time step. */
export const countPer = (step: RawBuilder<string>, filters: ExecutionFilters) => sql`
  select ${step} as at, is_success, count(*) as executions, sum(execution_time_ms) as total_ms,
    count(*) filter (where execution_time_ms > ${sql.lit(slowAboveMs)}) as slow,
    count(*) filter (where execution_time_ms > ${sql.lit(verySlowAboveMs)}) as very_slow
  from execution where ${matchesFilters(filters)} group by 1, 2`

const countPerHour = (filters: ExecutionFilters) => countPer(sql`hour_of(executed_at)`, filters)

/**
 * Matching executions per UTC hour: whole hours from the `execution_hour` table, the ends of the period and single sessions
 * from the executions themselves.
 */
export function hourlyCounts(filters: ExecutionFilters): RawBuilder<unknown> {
  const { from, to, sessionId } = filters
  const first = from === undefined ? undefined : nextHour(Date.parse(from))
  const last = to === undefined ? undefined : startOfHour(Date.parse(to))
  const hasWholeHours = first === undefined || last === undefined || first < last
  if (sessionId || !hasWholeHours) return countPerHour(filters)
  const begins = first === undefined ? undefined : new Date(first).toISOString()
  const ends = last === undefined ? undefined : new Date(last).toISOString()
  const kept = sql`
    select hour as at, is_success, executions, total_ms, slow, very_slow from execution_hour
    where ${allOf([
      ...kindFilters(filters),
      ...(begins ? [sql<SqlBool>`hour >= ${begins}`] : []),
      ...(ends ? [sql<SqlBool>`hour < ${ends}`] : []),
    ])}`
  return sql.join(
    [
      kept,
      ...(from === begins ? [] : [countPerHour({ ...filters, to: begins })]),
      ...(to === ends ? [] : [countPerHour({ ...filters, from: ends })]),
    ],
    sql` union all `,
  )
}
