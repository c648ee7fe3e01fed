import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import { sweepExports } from './export-files.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'sweep-exports': Record<string, never>
  }
}

export const sweepEndedExports = defineJob({
  name: 'sweep-exports',
  payload: z.object({}),
  queue: 'short',
  attempts: 3,
  schedule: { cron: '7 * * * *' },
  run: sweepExports,
})
