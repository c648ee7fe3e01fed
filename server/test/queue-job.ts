import { jobs } from '../jobs.ts'
import type { Db } from '../platform/db/db.ts'
import { openSender } from '../platform/jobs/boss.ts'
import type { JobName, JobPayloads } from '../platform/jobs/job.ts'
import { createQueue } from '../platform/jobs/queue.ts'

/** Queues a job from outside of the product's processes. */
export async function queueJob<Name extends JobName>(
  db: Db,
  name: Name,
  payload: JobPayloads[Name],
) {
  const boss = await openSender(db, () => undefined)
  await createQueue(boss, jobs).add(db, name, payload)
  await boss.stop({ graceful: false })
}
