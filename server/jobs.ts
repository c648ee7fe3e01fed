import { deliverWebhook } from './features/webhooks/deliver-webhook.job.ts'
import type { Job, JobName } from './platform/jobs/job.ts'

const byName: { [Name in JobName]: Job<Name> } = {
  'deliver-webhook': deliverWebhook,
}

/** Every job in the background. */
export const jobs = Object.values(byName) as Job[]
