import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../db/db.ts'
import { openPool } from '../db/pool.ts'
import { workersByQueue, type JobName, type JobPayloads } from './job.ts'

/** What pg-boss stores of a job. No names, no words: ids only. */
export type Stored<Name extends JobName = JobName> = {
  job: Name
  payload: JobPayloads[Name]
  /** Attempts that failed. */
  failures: number
  /** When it was queued for the first time, in milliseconds since 1970. */
  since: number
}

/** pg-boss in a transaction of ours. Its columns keep their names. */
export const within = (db: Db) => ({ db: fromKysely(db.withoutPlugins()) })

/** How many of the jobs of a call still belonged to the caller. */
export const affected = async (response: Promise<object>) =>
  ((await response) as { affected: number }).affected

const common = { registerInstance: false, persistWarnings: false, monitorVacuum: false }
/** A process that only queues jobs. */
const sender = { ...common, supervise: false, schedule: false, migrate: false }

/** A worker that is silent for this long is dead, and its job is given to another. */
const heartbeatSeconds = 10
const superviseSeconds = 5
const day = 24 * 3600
/** How long a stop waits for jobs to be given back. */
const stopMs = 4_000

const queueOptions = {
  heartbeatSeconds,
  // The runner counts attempts.
  retryLimit: 1000,
  retryDelay: 0,
  expireInSeconds: day,
  retentionSeconds: 365 * day,
  deleteAfterSeconds: 3600,
}

/** Creates the queues, or brings them up to date. */
export async function migrateQueues(
  connectionString: string,
  onError: (error: Error) => void = () => undefined,
) {
  const boss = new PgBoss({ ...sender, connectionString, max: 2, migrate: true })
  boss.on('error', onError)
  await boss.start()
  try {
    for (const name of Object.keys(workersByQueue)) {
      // One job of a key waits and one runs at most.
      await boss.createQueue(name, { ...queueOptions, policy: 'stately' })
      await boss.updateQueue(name, queueOptions)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** For processes that only queue jobs, on their own connections. */
export async function openSender(db: Db, onError: (error: Error) => void) {
  const boss = new PgBoss({ ...sender, ...within(db) })
  boss.on('error', onError)
  return boss.start()
}

/** For processes that run jobs. `close` waits for running queries. */
export async function openWorker(connectionString: string, onError: (error: Error) => void) {
  // The pool is ours, because a connection that breaks while it is being closed would end the process.
  const pool = openPool({ connectionString, max: 6 }, onError)
  const boss = new PgBoss({
    ...common,
    ...{
      db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
      migrate: false,
    },
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  })
  boss.on('error', onError)
  await boss.start()
  return {
    boss,
    async close() {
      await boss.stop({ graceful: true, timeout: stopMs })
      if (!pool.ending) await pool.end()
    },
  }
}
