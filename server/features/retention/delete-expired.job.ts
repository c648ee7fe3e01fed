import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import { applyRetention } from './apply-retention.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    purge: Record<string, never>
  }
}

/** Deletes what is older than the retention rules allow. */
export const deleteExpired = defineJob({
  name: 'purge',
  payload: z.object({}),
  queue: 'hours',
  attempts: 3,
  schedule: { cron: '7 * * * *' },
  run: (deps, _payload, job) => applyRetention(deps, job),
})
