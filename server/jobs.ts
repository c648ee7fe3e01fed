import { refreshSummaries } from './features/clients/refresh-session-summaries.job.ts'
import { sweepEndedExports } from './features/person-exports/sweep-exports.job.ts'
import { sweepDiscardedFiles } from './features/recordings/storage/sweep-discarded.job.ts'
import { sweepOrphanedFiles } from './features/recordings/storage/sweep-orphans.job.ts'
import { sweepAbandonedUploads } from './features/recordings/uploads/sweep-uploads.job.ts'
import { deleteExpired } from './features/retention/apply-retention.job.ts'
import { deleteExternalCopies } from './features/transcriptions/external/delete-external-copies.job.ts'
import { transcribe } from './features/transcriptions/run/transcribe.job.ts'
import { deliverWebhook } from './features/webhooks/deliver-webhook.job.ts'
import type { Job, JobName } from './platform/jobs/job.ts'

/** Every job in the background. */
const byName: { [Name in JobName]: Job<Name> } = {
  'delete-external-copies': deleteExternalCopies,
  'deliver-webhook': deliverWebhook,
  'refresh-session-summaries': refreshSummaries,
  'sweep-exports': sweepEndedExports,
  'sweep-orphans': sweepOrphanedFiles,
  'sweep-uploads': sweepAbandonedUploads,
  purge: deleteExpired,
  sweep: sweepDiscardedFiles,
  transcribe,
}

export const jobs = Object.values(byName) as Job[]
