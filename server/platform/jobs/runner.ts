import type { Job as Fetched } from 'pg-boss'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../db/transaction.ts'
import { type Stored, openWorker } from './boss.ts'
import {
  workersByQueue,
  type Job,
  type JobName,
  type JobPayloads,
  maxOfGroup,
  type QueueName,
} from './job.ts'
import { dueTopic, toKey } from './queue.ts'
import { runJob } from './run-job.ts'

/** Milliseconds. */
export const firstRetryMs = 5_000
/** How often a queue is asked for jobs whose time has come. */
const pollSeconds = 2

export type RunnerOptions = {
  connectionString: string
  onError: (error: Error) => void
  retryMs?: number
}

/** Runs these jobs until `stop`. */
export async function startRunner(
  deps: Deps,
  jobs: readonly Job[],
  { connectionString, onError, retryMs = firstRetryMs }: RunnerOptions,
) {
  const worker = await openWorker(connectionString, onError)
  const { boss } = worker
  const stopping = new AbortController()
  const byName = new Map<string, Job>(jobs.map((job) => [job.name, job]))
  const settings = { stopping: stopping.signal, onError, retryMs }

  /** Jobs of each group in this process. pg-boss counts those of all, but two that begin at the same moment miss each other. */
  const running = new Map<string, number>()

  async function run(claim: Fetched<Stored> | undefined) {
    const job = claim && byName.get(claim.data.job)
    if (!job) throw new Error(`There is no job ${claim?.data.job}.`)
    const group = claim.groupId ?? claim.id
    const count = (running.get(group) ?? 0) + 1
    running.set(group, count)
    try {
      await runJob({ deps, boss }, job, claim, { ...settings, isGroupFull: count > maxOfGroup })
    } catch (error) {
      onError(error as Error)
      // pg-boss stores what is thrown, which may have values of rows.
      throw new Error('It failed.')
    } finally {
      const left = (running.get(group) ?? 1) - 1
      if (left) running.set(group, left)
      else running.delete(group)
    }
  }

  /** Takes one job at a time, and the next as soon as it has ended. */
  async function addWorker(queue: QueueName) {
    const id = await boss.work<Stored>(
      queue,
      { groupConcurrency: maxOfGroup, pollingIntervalSeconds: pollSeconds },
      ([claim]) => run(claim).finally(() => boss.notifyWorker(id)),
    )
    return id
  }
  const stopListening: (() => void)[] = []
  for (const [queue, count] of Object.entries(workersByQueue) as [QueueName, number][]) {
    const ids = await Promise.all(Array.from({ length: count }, () => addWorker(queue)))
    const wake = () => {
      for (const id of ids) boss.notifyWorker(id)
    }
    stopListening.push(deps.announcements.listen(dueTopic(queue), wake))
  }
  await setSchedules()
  await queuePending()

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
        ...{ tz: 'UTC', key: name, singletonKey: toKey(name, {}) },
        missed: schedule.catchesUp ? 'once' : 'skip',
      })
    }
  }

  /** Those of an earlier version, or of a restored backup. */
  async function queuePending() {
    await inTransaction(deps.db, async (tx) => {
      const pending = await tx.deleteFrom('pendingJob').returningAll().execute()
      for (const { name, payload, runAt } of pending) {
        if (!byName.has(name)) continue
        const delayMs = Math.max(0, new Date(runAt).getTime() - Date.now())
        await deps.queue.add(tx, name as JobName, payload as JobPayloads[JobName], delayMs)
      }
    })
  }

  return {
    async stop() {
      for (const stop of stopListening) stop()
      stopping.abort(new Error('stopping'))
      await worker.close()
    },
  }
}
