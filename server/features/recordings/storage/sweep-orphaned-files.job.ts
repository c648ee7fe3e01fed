import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/job.ts'
import { sweepOrphans } from './sweep-storage.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'sweep-orphans': Record<string, never>
  }
}

/** Looks through the storages every night. */
export const sweepOrphanedFiles = defineJob({
  name: 'sweep-orphans',
  payload: z.object({}),
  queue: 'outside',
  attempts: 3,
  schedule: { cron: '37 3 * * *', catchesUp: true },
  run: (deps, _payload, { onError }) => sweepOrphans(deps, onError),
})
