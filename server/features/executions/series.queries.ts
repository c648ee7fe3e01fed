import { sql } from 'kysely'
import {
  type ExecutionBucket,
  type ExecutionFilters,
  slowAboveMs,
  verySlowAboveMs,
} from '#contract/executions/executions.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../deps.ts'
import { matchesFilters } from './executions.queries.ts'
import { timeBuckets } from './time-buckets.ts'

/** Buckets of the filtered period, or from the first matching execution until now, including empty ones. */
export async function listBuckets(
  { db, installation: { timeZone } }: Pick<Deps, 'db' | 'installation'>,
  filters: ExecutionFilters,
): Promise<ExecutionBucket[]> {
  const first = filters.from ?? (await firstOf(db, filters))
  if (first === undefined) return []
  const from = Date.parse(first)
  const to = filters.to ? Date.parse(filters.to) : Math.max(Date.now(), from + 1)
  if (from >= to) return []
  const starts = timeBuckets({ from, to, timeZone }).map((it) => new Date(it).toISOString())
  const rows = await db
    .selectFrom('execution')
    .select([
      sql<number>`width_bucket(executed_at, ${starts}::timestamptz[])`.as('bucket'),
      sql<number>`count(*)`.as('executions'),
      sql<number>`count(*) filter (where not is_success)`.as('errors'),
      sql<number>`round(avg(execution_time_ms))`.as('avgResponseTime'),
      sql<number>`count(*) filter (where execution_time_ms > ${slowAboveMs})`.as('slow'),
      sql<number>`count(*) filter (where execution_time_ms > ${verySlowAboveMs})`.as('verySlow'),
    ])
    .where(matchesFilters(filters))
    .groupBy('bucket')
    .execute()
  const found = new Map(rows.map(({ bucket, ...counts }) => [bucket, counts]))
  return starts.map((start, index) => ({
    from: start,
    ...(found.get(index + 1) ?? emptyBucket),
  }))
}

const emptyBucket = { executions: 0, errors: 0, avgResponseTime: null, slow: 0, verySlow: 0 }

async function firstOf(db: Db, filters: ExecutionFilters) {
  const first = await db
    .selectFrom('execution')
    .select('executedAt')
    .where(matchesFilters(filters))
    .orderBy('executedAt')
    .limit(1)
    .executeTakeFirst()
  return first?.executedAt
}
