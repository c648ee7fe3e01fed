import { sql } from 'kysely'
import type { ExecutionFilters, ExecutionBucket } from '#contract/executions.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Deps } from '../../deps.ts'
import { countPer, startOfHour, hourlyCounts, matchesFilters } from './execution-counts.ts'
import { timeBuckets } from './time-buckets.ts'

/**
 * Buckets of the filtered period, or from the first matching execution until now, including empty ones. In time zones that
 * are not whole hours from UTC, a day begins at the start of its UTC hour.
 */
export async function seriesOf(
  { db, installation: { timeZone } }: Pick<Deps, 'db' | 'installation'>,
  filters: ExecutionFilters,
  now = new Date(),
): Promise<ExecutionBucket[]> {
  const first = filters.from ?? (await firstOf(db, filters))
  if (first === undefined) return []
  const from = Date.parse(first)
  const to = filters.to ? Date.parse(filters.to) : Math.max(now.getTime(), from + 1)
  if (from >= to) return []
  const { starts: begins, areHourly: areOfHours } = timeBuckets({ from, to, timeZone })
  const counted = areOfHours
    ? hourlyCounts(filters)
    : countPer(sql`date_trunc('minute', executed_at)`, filters)
  const starts = begins.map((it) => new Date(areOfHours ? startOfHour(it) : it).toISOString())
  const { rows } = await sql<Omit<ExecutionBucket, 'from'> & { part: number }>`
    select width_bucket(at, ${starts}::timestamptz[]) as part, sum(executions) as executions,
      coalesce(sum(executions) filter (where not is_success), 0) as errors,
      round(sum(total_ms) / sum(executions)) as avg_response_time,
      sum(slow) as slow, sum(very_slow) as very_slow
    from (${counted}) as counted group by 1`.execute(db)
  const found = new Map(rows.map(({ part, ...of }) => [part, of]))
  return begins.map((begin, index) => ({
    from: new Date(begin).toISOString(),
    ...(found.get(index + 1) ?? emptyBucket),
  }))
}

const emptyBucket = { executions: 0, errors: 0, avgResponseTime: null, slow: 0, verySlow: 0 }

async function firstOf(db: Db, filters: ExecutionFilters) {
  const { rows } = await sql<{ at: string }>`
    select executed_at as at from execution where ${matchesFilters(filters)}
    order by executed_at limit 1`.execute(db)
  return rows[0]?.at
}
