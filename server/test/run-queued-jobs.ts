import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Deps } from '../deps.ts'
import { jobs } from '../jobs.ts'
import type { Stored } from '../platform/jobs/boss.ts'
import type { JobName } from '../platform/jobs/job.ts'
import { toKey } from '../platform/jobs/queue.ts'
import { runJob, type RunnerSettings } from '../platform/jobs/run-job.ts'

type App = { deps: Deps; boss: PgBoss }

const defaults: RunnerSettings = {
  stopping: new AbortController().signal,
  retryMs: 5_000,
  onError: (error) => {
    throw error
  },
}

/** Claims the jobs of this name that wait, also for a later time unless `isDue`, as a worker does. */
export async function claimQueuedJobs(
  { deps: { db } }: Pick<App, 'deps'>,
  name: JobName,
  isDue = false,
) {
  const { rows } = await sql<{ id: string; retryCount: number; data: Stored; groupId: string }>`
    update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = case when started_on is null then retry_count else retry_count + 1 end
    where id in (
      select id from pgboss.job where data->>'job' = ${name} and state < 'active'
        and (not ${isDue} or start_after <= now())
      order by created_on
    )
    returning id, retry_count, data, group_id`.execute(db)
  return rows.map((row) => ({ ...row, signal: new AbortController().signal }))
}

/** Runs one attempt of each job of this name that waits, also for a later time unless `isDue`. Returns how many there were. */
export async function runQueuedJobs(
  app: App,
  name: JobName,
  { isDue, ...settings }: Partial<RunnerSettings> & { isDue?: boolean } = {},
) {
  const job = jobs.find((it) => it.name === name)
  if (!job) throw new Error(`There is no job ${name}.`)
  const claims = await claimQueuedJobs(app, name, isDue)
  for (const claim of claims) await runJob(app, job, claim, { ...defaults, ...settings })
  return claims.length
}

/** Seconds until a job runs; undefined unless it waits. */
export async function secondsUntil({ deps: { db } }: App, name: JobName, payload: object) {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
    where singleton_key = ${toKey(name, payload)} and state < 'active'`.execute(db)
  return rows[0]?.seconds
}
