import { refreshSummaries } from './features/clients/refresh-session-summaries.job.ts'
import { sweepEndedExports } from './features/person-exports/sweep-exports.job.ts'
import { sweepDiscardedFiles } from './features/recordings/storage/sweep-discarded.job.ts'
import { sweepOrphanedFiles } from './features/recordings/storage/sweep-orphans.job.ts'
import { sweepAbandonedUploads } from './features/recordings/uploads/sweep-uploads.job.ts'
import { deleteExpired } from './features/retention/apply-retention.job.ts'
import { prepareSession } from './features/briefs/prepare-session.job.ts'
import { recountWeeks } from './features/plans/recount-weeks.job.ts'
import { runAfterConversation } from './features/analysis/automatic/run-after-conversation.job.ts'
import { erasePerson } from './features/erasures/erase-person.job.ts'
import { exportPerson } from './features/person-exports/export-person.job.ts'
import { checkTemplate } from './features/prompts/checks/check-template.job.ts'
import { deliverWebhook } from './features/webhooks/deliver-webhook.job.ts'
import type { Job, JobName } from './platform/jobs/job.ts'

/** Every job in the background. */
const byName: { [Name in JobName]: Job<Name> } = {
  'check-template': checkTemplate,
  'deliver-webhook': deliverWebhook,
  'refresh-session-summaries': refreshSummaries,
  'sweep-exports': sweepEndedExports,
  'sweep-orphans': sweepOrphanedFiles,
  'sweep-uploads': sweepAbandonedUploads,
  purge: deleteExpired,
  sweep: sweepDiscardedFiles,
  'erase-person': erasePerson,
  'export-person': exportPerson,
  'prepare-session': prepareSession,
  'recount-weeks': recountWeeks,
  'run-after-conversation': runAfterConversation,
}

export const jobs = Object.values(byName) as Job[]
