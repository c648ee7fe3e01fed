import { z } from 'zod'
import { defineJob } from '../../../platform/jobs/job.ts'
import { publishDueEditions } from './edition.service.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'publish-editions': Record<string, never>
  }
}

export const publishEditions = defineJob({
  name: 'publish-editions',
  payload: z.object({}),
  queue: 'short',
  // The next minute tries again.
  attempts: 1,
  schedule: { cron: '* * * * *' },
  run: ({ db }) => publishDueEditions(db, new Date(), undefined),
})
