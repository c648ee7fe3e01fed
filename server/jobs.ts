import { runAfterConversation } from './features/analysis/automatic/run-after-conversation.job.ts'
import { publishEditions } from './features/analytics/edition/publish-editions.job.ts'
import { readCalendar } from './features/availability/calendar/read-calendar.job.ts'
import { readCalendars } from './features/availability/calendar/read-calendars.job.ts'
import { lapseRequests } from './features/bookings/lapse-requests.job.ts'
import { notifyOfUnanswered } from './features/bookings/notify-of-unanswered.job.ts'
import { backUp } from './features/backups/back-up.job.ts'
import { prepareSession } from './features/briefs/prepare-session.job.ts'
import { prepareTomorrow } from './features/briefs/prepare-tomorrow.job.ts'
import { refreshSummaries } from './features/clients/refresh-session-summaries.job.ts'
import { beginCrmSync } from './features/crm/begin-crm-sync.job.ts'
import { syncCrm } from './features/crm/sync-crm.job.ts'
import { deleteInBackground } from './features/definitions/deletions/delete-definition.job.ts'
import { erasePerson } from './features/erasures/erase-person.job.ts'
import { deliverMessage } from './features/messages/delivery/deliver-message.job.ts'
import { exportPerson } from './features/person-exports/export-person.job.ts'
import { sweepEndedExports } from './features/person-exports/sweep-ended-exports.job.ts'
import { recountWeeks } from './features/plans/recount-weeks.job.ts'
import { checkTemplate } from './features/prompts/checks/check-template.job.ts'
import { notifyOfWaitingMarks } from './features/questionnaires/safety-marks/notify-of-waiting-marks.job.ts'
import { moveRecordings } from './features/recordings/moves/move-recordings.job.ts'
import { repackRecording } from './features/recordings/playback/repack-recording.job.ts'
import { sweepDiscardedFiles } from './features/recordings/storage/sweep-discarded-files.job.ts'
import { sweepOrphanedFiles } from './features/recordings/storage/sweep-orphaned-files.job.ts'
import { finishCompleteUpload } from './features/recordings/uploads/finish-upload.job.ts'
import { sweepAbandonedUploads } from './features/recordings/uploads/sweep-abandoned-uploads.job.ts'
import { checkInstallation } from './features/reminders/check-installation.job.ts'
import { remindOfAssignments } from './features/reminders/remind-of-assignments.job.ts'
import { remindOfSessions } from './features/reminders/remind-of-sessions.job.ts'
import { deleteExpired } from './features/retention/delete-expired.job.ts'
import { deleteExternalCopies } from './features/transcriptions/external/delete-external-copies.job.ts'
import { transcribe } from './features/transcriptions/run/transcribe.job.ts'
import { deliverWebhook } from './features/webhooks/deliver-webhook.job.ts'
import { endAccess } from './features/organizations/employee-list/end-access.job.ts'
import { makeStagingFolder } from './features/recordings/uploads/staging.ts'
import { recordTimeZone } from './features/settings/installation/settings.queries.ts'
import type { Deps } from './deps.ts'
import { inTransaction } from './platform/db/transaction.ts'
import type { Job, JobName } from './platform/jobs/job.ts'
import { type RunnerOptions, startRunner } from './platform/jobs/runner.ts'

/** Every job in the background. */
const byName: { [Name in JobName]: Job<Name> } = {
  'back-up': backUp,
  'begin-crm-sync': beginCrmSync,
  'check-installation': checkInstallation,
  'check-template': checkTemplate,
  'delete-definition': deleteInBackground,
  'delete-external-copies': deleteExternalCopies,
  deliver: deliverMessage,
  'deliver-webhook': deliverWebhook,
  'end-access': endAccess,
  'erase-person': erasePerson,
  'export-person': exportPerson,
  'finish-upload': finishCompleteUpload,
  'lapse-requests': lapseRequests,
  'move-recordings': moveRecordings,
  'notify-of-unanswered': notifyOfUnanswered,
  'notify-of-waiting-marks': notifyOfWaitingMarks,
  'prepare-session': prepareSession,
  'prepare-tomorrow': prepareTomorrow,
  'publish-editions': publishEditions,
  purge: deleteExpired,
  'read-calendar': readCalendar,
  'read-calendars': readCalendars,
  'recount-weeks': recountWeeks,
  'refresh-session-summaries': refreshSummaries,
  'remind-of-assignments': remindOfAssignments,
  'remind-of-sessions': remindOfSessions,
  'repack-recording': repackRecording,
  'run-after-conversation': runAfterConversation,
  sweep: sweepDiscardedFiles,
  'sweep-exports': sweepEndedExports,
  'sweep-orphans': sweepOrphanedFiles,
  'sweep-uploads': sweepAbandonedUploads,
  'sync-crm': syncCrm,
  transcribe,
}

export const jobs = Object.values(byName) as Job[]

/** Runs the jobs until `stop`, which gives running ones back to the queue. Several processes may do so on one database. */
export async function startJobs(deps: Deps, options: RunnerOptions) {
  makeStagingFolder(deps.config)
  await inTransaction(deps.db, async (tx) => {
    await recordTimeZone(tx, deps.queue, deps.installation.timeZone)
    await deps.queue.add(tx, 'refresh-session-summaries', {})
  })
  return startRunner(deps, jobs, options)
}
