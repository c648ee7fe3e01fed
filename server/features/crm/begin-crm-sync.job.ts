import { z } from 'zod'
import { defineJob } from '../../platform/jobs/job.ts'
import { requestSync } from './crm.service.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'begin-crm-sync': Record<string, never>
  }
}

export const beginCrmSync = defineJob({
  name: 'begin-crm-sync',
  payload: z.object({}),
  queue: 'short',
  attempts: 5,
  schedule: { cron: '17 * * * *' },
  run: (deps) => requestSync(deps, null),
})
