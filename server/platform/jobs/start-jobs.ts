import type { Job as Fetched } from 'pg-boss'
import type { Deps } from '../../deps.ts'
import { type Stored, openWorker } from './boss.ts'
import { concurrencyOf, type Job, type JobName, type JobPayloads, maxOfGroup } from './job.ts'
import { keyOf } from './queue.ts'
import { runJob } from './run-job.ts'

/** Milliseconds. */
export const firstRetryMs = 5_000
/** How long a stop waits for jobs to be given back. */
const stopMs = 4_000

type Settings = {
  connectionString: string
  onError: (error: Error) => void
  retryMs?: number
}

/** Runs jobs until `stop`, which gives running ones back to the queue. Several processes may do so on one database. */
export async function startRunner(
  deps: Deps,
  jobs: readonly Job[],
  { connectionString, onError, retryMs = firstRetryMs }: Settings,
) {
  const boss = await openWorker(connectionString, onError)
  const stopping = new AbortController()
  const byName = new Map<string, Job>(jobs.map((job) => [job.name, job]))
  const settings = { stopping: stopping.signal, onError, retryMs }

  async function run(claim: Fetched<Stored> | undefined) {
    const job = claim && byName.get(claim.data.job)
    if (!job) throw new Error(`There is no job ${claim?.data.job}.`)
    await runJob({ deps, boss }, job, claim, settings).catch((error: unknown) => {
      onError(error as Error)
      // pg-boss stores what is thrown, which may have values of rows.
      throw new Error('It failed.')
    })
  }

  /** Takes one job at a time, and the next as soon as it has ended. */
  async function addWorker(queue: string) {
    const id = await boss.work<Stored>(
      queue,
      { groupConcurrency: maxOfGroup, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 },
      ([claim]) => run(claim).finally(() => boss.notifyWorker(id)),
    )
  }
  for (const [queue, workers] of Object.entries(concurrencyOf))
    for (let i = 0; i < workers; i++) await addWorker(queue)
  await setSchedules()

  /** Those of jobs that no longer exist go. */
  async function setSchedules() {
    for (const { name, key } of await boss.getSchedules())
      if (!byName.get(key)?.schedule) await boss.unschedule(name, key)
    for (const { name, queue, schedule } of jobs) {
      if (!schedule) continue
      const data: Stored = {
        ...{ job: name, payload: {} as JobPayloads[JobName] },
        ...{ failures: 0, since: Date.now() },
      }
      await boss.schedule(queue, schedule.cron, data, {
        ...{ tz: 'UTC', key: name, singletonKey: keyOf(name, {}) },
        missed: schedule.catchesUp ? 'once' : 'skip',
      })
    }
  }

  return {
    async stop() {
      stopping.abort(new Error('stopping'))
      await boss.stop({ graceful: true, timeout: stopMs })
    },
  }
}
