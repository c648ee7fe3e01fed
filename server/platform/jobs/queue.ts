import type { PgBoss } from 'pg-boss'
import type { Db } from '../db/db.ts'
import { announce } from '../db/notify.ts'
import { affected, type Stored, within } from './boss.ts'
import type { Job, JobName, JobPayloads, QueueName } from './job.ts'

export interface Queue {
  /**
   * Queues a job in the caller's transaction, to run after `delayMs`. One that waits under the same payload is rescheduled; beside
   * one that runs, it waits.
   */
  add: <Name extends JobName>(
    tx: Db,
    name: Name,
    payload: JobPayloads[Name],
    delayMs?: number,
  ) => Promise<void>
  /** Ends a job in the caller's transaction; one that runs is stopped and can write nothing any more. */
  cancel: <Name extends JobName>(tx: Db, name: Name, payload: JobPayloads[Name]) => Promise<void>
}

/** Jobs with the same key are the same job. */
export const toKey = (name: JobName, payload: object) => [name, ...Object.values(payload)].join(':')

/** Topic of the announcement that a queue has a job that is due. */
export const dueTopic = (queue: QueueName) => `jobs-due:${queue}`

/** Topic of the announcement that a job was cancelled. */
export const cancelTopic = (key: string) => `job-cancelled:${key}`

export const toSeconds = (ms: number) => Math.ceil(ms / 1000)

export function createQueue(boss: PgBoss, jobs: readonly Job[]): Queue {
  const byName = new Map<JobName, Job>(jobs.map((job) => [job.name, job]))
  const find = (name: JobName) => {
    const job = byName.get(name)
    if (!job) throw new Error(`There is no job ${name}.`)
    return job
  }
  return {
    async add(tx, name, payload, delayMs = 0) {
      const { queue, group } = find(name)
      const groupId = typeof group === 'function' ? await group(tx, payload) : group
      const data: Stored = { job: name, payload, failures: 0, since: Date.now() }
      const options = {
        ...within(tx),
        singletonKey: toKey(name, payload),
        startAfter: toSeconds(delayMs),
        ...(groupId !== undefined && { group: { id: groupId } }),
      }
      const id = await boss.send(queue, data, options)
      if (id === null) await boss.update(queue, data, options)
      if (delayMs === 0) await announce(tx, dueTopic(queue))
    },
    async cancel(tx, name, payload) {
      const { queue } = find(name)
      const key = toKey(name, payload)
      const found = await boss.findJobs(queue, { ...within(tx), key })
      if (!found.length) return
      const ids = found.map(({ id }) => id)
      if (await affected(boss.cancel(queue, ids, within(tx)))) await announce(tx, cancelTopic(key))
    },
  }
}
