import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/job.ts'
import { sweepUploads } from './sweep-uploads.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'sweep-uploads': Record<string, never>
  }
}

export const sweepAbandonedUploads = defineJob({
  name: 'sweep-uploads',
  payload: z.object({}),
  queue: 'short',
  attempts: 3,
  schedule: { cron: '7 * * * *' },
  run: (deps, _payload, { onError }) => sweepUploads(deps, onError),
})
