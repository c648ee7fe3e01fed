import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type ExecutionFilters, slowAboveMs, verySlowAboveMs } from '#contract/executions.ts'
import { allOf } from '../../platform/lists/search.ts'

const hourMs = 3_600_000

/** The hour of UTC in which an instant lies. */
export const hourOf = (at: number) => Math.floor(at / hourMs) * hourMs
const hourFrom = (at: number) => Math.ceil(at / hourMs) * hourMs

/** What the hours and the executions themselves are filtered by. */
const ofKind = ({ templateType, status }: ExecutionFilters) => [
  ...(templateType ? [sql<SqlBool>`template_type = ${templateType}`] : []),
  ...(status ? [sql<SqlBool>`is_success = ${sql.lit(status === 'success')}`] : []),
]

/** The executions that filters let through. */
export const matching = (filters: ExecutionFilters) => {
  const { from, to, sessionId } = filters
  return allOf([
    ...ofKind(filters),
    ...(from ? [sql<SqlBool>`executed_at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`executed_at < ${to}`] : []),
    ...(sessionId ? [sql<SqlBool>`session_id = ${sessionId}`] : []),
  ])
}

/** Executions counted one by one, at whichever step of time. */
export const countedBy = (step: RawBuilder<string>, filters: ExecutionFilters) => sql`
  select ${step} as at, is_success, count(*) as executions, sum(execution_time_ms) as total_ms,
    count(*) filter (where execution_time_ms > ${sql.lit(slowAboveMs)}) as slow,
    count(*) filter (where execution_time_ms > ${sql.lit(verySlowAboveMs)}) as very_slow
  from execution where ${matching(filters)} group by 1, 2`

const counted = (filters: ExecutionFilters) => countedBy(sql`hour_of(executed_at)`, filters)

/**
 * How the executions that match are spread over the hours of UTC: of whole hours as it is kept (execution_hour), of those
 * at the ends of a period and of a single session, which are few, from the executions themselves.
 */
export function hoursOf(filters: ExecutionFilters): RawBuilder<unknown> {
  const { from, to, sessionId } = filters
  const first = from === undefined ? undefined : hourFrom(Date.parse(from))
  const last = to === undefined ? undefined : hourOf(Date.parse(to))
  const hasWholeHours = first === undefined || last === undefined || first < last
  if (sessionId || !hasWholeHours) return counted(filters)
  const begins = first === undefined ? undefined : new Date(first).toISOString()
  const ends = last === undefined ? undefined : new Date(last).toISOString()
  const kept = sql`
    select hour as at, is_success, executions, total_ms, slow, very_slow from execution_hour
    where ${allOf([
      ...ofKind(filters),
      ...(begins ? [sql<SqlBool>`hour >= ${begins}`] : []),
      ...(ends ? [sql<SqlBool>`hour < ${ends}`] : []),
    ])}`
  return sql.join(
    [
      kept,
      ...(from === begins ? [] : [counted({ ...filters, to: begins })]),
      ...(to === ends ? [] : [counted({ ...filters, from: ends })]),
    ],
    sql` union all `,
  )
}
