import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from './db.ts'
import { isUnleased, type Lease, releaseForRetry, type RetryPlan } from './lease.ts'
import { inTransaction } from './transaction.ts'
import type { Queue } from '../jobs/queue.ts'

/** Jobs for one row; the payload is its id. */
export type RowJob =
  | 'finish-upload'
  | 'deliver'
  | 'delete-definition'
  | 'run-after-conversation'
  | 'prepare-session'
  | 'check-template'
  | 'sync-crm'
  | 'move-recordings'
  | 'erase-person'
  | 'export-person'
  | 'repack-recording'
/** Jobs for the whole installation. */
type SingleJob = 'recount-weeks' | 'publish-editions'

export type Jobs = Record<RowJob, { id: string }> & Record<SingleJob, Record<string, never>>

declare global {
  namespace GraphileWorker {
    // Types the payloads of the handlers.
    interface Tasks extends Jobs {}
  }
}

interface OldQueue {
  /** Adds a job in the caller's transaction, to run after `delayMs`. A waiting job is rescheduled, not duplicated. */
  add<N extends keyof Jobs>(db: Db, name: N, data: Jobs[N], delayMs?: number): Promise<void>
}

const jobFlags: Partial<Record<keyof Jobs, string[]>> = {
  // What the job waits for (platform/jobs/outside-slots.ts).
  deliver: ['messaging'],
  'sync-crm': ['crm'],
  'run-after-conversation': ['analysis'],
  'prepare-session': ['analysis'],
  'check-template': ['analysis'],
  'finish-upload': ['upload'],
  'repack-recording': ['storage'],
  'export-person': ['storage'],
  'erase-person': ['storage'],
  'move-recordings': ['move'],
}
/** Ignores locked jobs: a killed worker leaves its job locked for hours. */
const isQueued = (key: RawBuilder<string>) => sql<SqlBool>`exists (
  select from graphile_worker.jobs as job
  where job.key = ${key} and job.locked_at is null and job.attempts < job.max_attempts
)`

/** graphile-worker in the same database. It runs a job once; retries are scheduled by the rows themselves. */
export const databaseQueue: OldQueue = {
  async add(db, name, data, delayMs = 0) {
    await sql`
      select graphile_worker.add_job(
        ${name},
        ${JSON.stringify(data)}::json,
        run_at => now() + ${delayMs} * interval '1 millisecond',
        max_attempts => 1,
        job_key => ${[name, ...Object.values(data)].join(':')},
        flags => ${jobFlags[name] ?? null}::text[]
      )`.execute(db)
  },
}

type DueRows = {
  table: Lease['table']
  job: RowJob
  isDue: RawBuilder<SqlBool>
  limit?: number
}

/** Adds the jobs of due rows that have neither a job nor a worker: their process was killed, or has lost the database. */
export async function enqueueDueRows(
  db: Db,
  queue: Queue,
  { table, job, isDue, limit = 1000 }: DueRows,
) {
  const key = sql<string>`${`${job}:`}::text || ${sql.ref(`${table}.id`)}`
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)}
    where ${isDue} and ${isUnleased} and not ${isQueued(key)}
    order by id limit ${limit}`.execute(db)
  for (const { id } of rows) await queue.add(db, job, { id })
}

/** The same for a job of the whole installation, which is due while `isDue`. */
export async function enqueueWhenDue(
  db: Db,
  queue: Queue,
  job: SingleJob,
  isDue: RawBuilder<SqlBool>,
) {
  const { rows } = await sql`select where ${isDue} and not ${isQueued(sql`${job}`)}`.execute(db)
  if (rows.length) await queue.add(db, job, {})
}

/** Releases a row and enqueues its job for another attempt, unless the lease is lost. */
export const retryLater = (db: Db, queue: Queue, job: RowJob, lease: Lease, plan: RetryPlan) =>
  inTransaction(db, async (tx) => {
    if (await releaseForRetry(tx, lease, plan))
      await queue.add(tx, job, { id: lease.id }, plan.delayMs)
  })
