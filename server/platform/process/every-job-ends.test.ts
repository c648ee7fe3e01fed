import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runAnalysisStep } from '../../features/analysis/automatic/run-analysis-step.ts'
import { prepareSession } from '../../features/briefs/prepare-session.ts'
import { enqueueDueBriefs } from '../../features/briefs/briefs.queries.ts'
import { enqueueDueRuns } from '../../features/analysis/automatic/automatic-runs.queries.ts'
import { runTemplateCheck } from '../../features/prompts/checks/run-check.ts'
import { enqueueDueChecks } from '../../features/prompts/checks/run-check.queries.ts'
import { enqueueDueSyncs } from '../../features/crm/crm-sync.queries.ts'
import { runSyncJob } from '../../features/crm/crm.jobs.ts'
import { recordingJobs } from '../../test/recording-jobs.ts'
import {
  breakWrites,
  broken,
  runOptions,
  inRow,
  type JobCase,
  manyAttempts,
} from '../../test/job-case.ts'
import type { Jobs } from '../db/queue.ts'
import { deleteInBackground } from '../../features/definitions/deletions/delete-definition.ts'
import { erasePerson } from '../../features/erasures/erase-person.ts'
import { enqueueDueErasures } from '../../features/erasures/erasures.queries.ts'
import { buildExport } from '../../features/person-exports/build-export.ts'
import { enqueueDueExports } from '../../features/person-exports/person-exports.queries.ts'
import { enqueueDueDeletions } from '../../features/definitions/deletions/deletions.queries.ts'
import { newId } from '../ids.ts'
import { enqueueDueWeekRecount } from '../../features/settings/installation/week-recount.queries.ts'
import { deliver } from '../../features/messages/delivery/deliver.ts'
import { enqueueDueMessages } from '../../features/messages/delivery/delivery.queries.ts'
import { recountWeeksInBackground } from '../../features/plans/recount-weeks.ts'
import { makeStagingFolder } from '../../features/recordings/uploads/staging.ts'
import { makeRecording } from '../../test/make-recording.ts'
import {
  daysFromNow,
  makeClient,
  makeMetric,
  makeRow,
  makeSession,
  rowOf,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'
import { Unavailable } from '../jobs/errors.ts'

const app = await testApp((given) =>
  withAdapters(given, {
    email_sms: { channel: 'email', deliver: broken },
    crm: { put: () => Promise.reject(new Unavailable('It is away.')) },
    ai_analysis: { complete: () => Promise.reject(new Unavailable('It is away.')) },
  }),
)
const { db, deps, storage, call, signIn, emails, clientId, sessionDefinitionId, coachUserId } = app
const system = await signIn(emails.system)
makeStagingFolder(deps.config)

/** The prompt of two of the jobs. */
await makeRow(db, 'template', {
  ...{ name: 'Calm', type: 'session_preparation', isActive: true },
  ...{ systemPrompt: 'Be kind.', userPromptTemplate: '{{preparationContext}}' },
})
const crmId = newId()
await makeRow(db, 'integration', {
  ...{ id: crmId, type: 'crm', provider: 'pipedrive', isActive: true },
  settings: JSON.stringify({ companyDomain: 'maylab' }),
  secrets: deps.keys.encrypt('integration-secrets', crmId, '{"apiToken":"a-token"}'),
})
const aSession = (values: object = {}) =>
  makeSession(db, { clientId, sessionDefinitionId, ...values })
/** One entry per job; a missing one is a type error. */
const all: Record<Exclude<keyof Jobs, 'publish-editions'>, JobCase> = {
  ...recordingJobs(app),
  deliver: {
    ...inRow('message', 'next_try_at', sql`status = 'waiting'`),
    make: () =>
      makeRow(db, 'message', {
        ...{ recipient: 'ann@example.com', subject: 'Hello', body: 'Hello.', short: 'Hello.' },
        ...{ kind: 'invitation', language: 'en' },
      }),
    fail: (id, run = runOptions) => deliver({ ...deps, whenEnded: {} }, id, run),
    enqueueDue: () => enqueueDueMessages(db, deps.queue),
  },
  'run-after-conversation': {
    ...inRow('automatic_run', 'next_try_at', sql`status = 'waiting'`),
    async make() {
      const sessionId = await aSession({ transcribedTextScripted: 'Coach: Hello.' })
      const { version } = await rowOf(db, 'session', sessionId)
      return makeRow(db, 'automaticRun', {
        ...{ sessionId, templateType: 'session_preparation' },
        ...{ conversationVersion: version, requestedBy: coachUserId },
      })
    },
    fail: (id, run = runOptions) => runAnalysisStep(deps, id, run),
    enqueueDue: () => enqueueDueRuns(db, deps.queue),
  },
  'prepare-session': {
    ...inRow('session_brief', 'next_try_at', sql`status = 'waiting'`),
    async make() {
      const sessionId = await aSession({ sessionDate: daysFromNow(1) })
      return makeRow(db, 'sessionBrief', { sessionId })
    },
    fail: (id, run = runOptions) => prepareSession(deps, id, run),
    enqueueDue: () => enqueueDueBriefs(db, deps.queue),
  },
  'delete-definition': {
    ...inRow('definition_deletion', 'begins_at', sql`failed_at is null`),
    async make() {
      const id = await makeMetric(db, { key: `calm_${newId().slice(-6)}` })
      const deletionId = newId()
      await sql`insert into definition_deletion (id, kind, definition_id, name, total, begins_at)
        values (${deletionId}, 'metricDefinition', ${id}, 'Calm', 1, now())`.execute(db)
      await breakWrites(db, 'metric_definition', 'delete', sql`old.id = ${sql.lit(id)}`)
      return deletionId
    },
    fail: (id, run = runOptions) => deleteInBackground(deps, id, run),
    enqueueDue: () => enqueueDueDeletions(db, deps.queue),
  },
  'check-template': {
    ...inRow('template_check', 'next_try_at', sql`finished_at is null`),
    async make() {
      const templateId = await makeRow(db, 'template', {
        ...{ name: 'Checked', type: 'diarization' },
        ...{ systemPrompt: 'Be kind.', userPromptTemplate: '{{audioTranscript}}' },
      })
      const url = `/api/admin/ai-prompt-templates/${templateId}/check`
      const started = await call({ method: 'POST', url, payload: {} }, system)
      const { id } = started.json<{ id: string }>()
      await breakWrites(
        db,
        'template_check_answer',
        'update',
        sql`new.asked_at is not null and new.check_id = ${sql.lit(id)}`,
      )
      return id
    },
    fail: (id, run = runOptions) => runTemplateCheck(deps, id, run),
    enqueueDue: () => enqueueDueChecks(db, deps.queue),
  },
  'sync-crm': {
    ...inRow('crm_sync', 'not_before', sql`finished_at is null`),
    async make() {
      await breakWrites(db, 'crm_sync', 'update', sql`new.done > old.done`)
      return makeRow(db, 'crmSync', { integrationId: crmId })
    },
    fail: (id, run = runOptions) => runSyncJob(deps, id, run),
    enqueueDue: () => enqueueDueSyncs(db, deps.queue),
  },
  'export-person': {
    ...inRow('person_export', 'next_try_at', sql`status = 'waiting'`),
    async make() {
      const exportedId = await makeClient(db)
      await makeRecording(deps, await aSession({ clientId: exportedId }))
      return makeRow(db, 'personExport', {
        ...{ clientId: exportedId, requestedBy: coachUserId, hasPassword: false },
        expiresAt: daysFromNow(2),
      })
    },
    fail: (id, run = runOptions) =>
      buildExport(withAdapters(deps, { video_storage: { ...storage, read: broken } }), id, run),
    enqueueDue: () => enqueueDueExports(db, deps.queue),
  },
  'erase-person': {
    ...inRow('erasure', 'next_try_at', sql`status = 'running'`),
    async make() {
      const erasedId = await makeClient(db)
      await makeRecording(deps, await aSession({ clientId: erasedId }))
      return makeRow(db, 'erasure', {
        ...{ clientId: erasedId, status: 'running', ownConfirmationFrom: daysFromNow(7) },
        confirmedAt: daysFromNow(0),
      })
    },
    fail: (id, run = runOptions) =>
      erasePerson(withAdapters(deps, { video_storage: { ...storage, remove: broken } }), id, run),
    enqueueDue: () => enqueueDueErasures(db, deps.queue),
  },
  'recount-weeks': {
    ...{ table: 'week_recount', claimed: sql`attempts = ${manyAttempts}`, isEndless: true },
    async make() {
      await sql`insert into week_recount (time_zone) values ('UTC')
        on conflict (is_single_row) do update set finished_at = null`.execute(db)
      await breakWrites(db, 'week_recount', 'update', sql`new.cursor_id is not null`)
      return 'all'
    },
    fail: (_id, run = runOptions) => recountWeeksInBackground(db, run),
    due: () => sql`select not_before as due from week_recount where finished_at is null`,
    makeDue: () => sql`update week_recount set not_before = now()`,
    enqueueDue: () => enqueueDueWeekRecount(db, deps.queue),
  },
}

/** Milliseconds until the next attempt; undefined when the job has ended. */
async function waits(work: JobCase, id: string) {
  const { rows } = await sql<{ due: string | null }>`${work.due(id)}`.execute(db)
  const { rows: clock } = await sql<{ now: string }>`select now() as now`.execute(db)
  if (!rows[0]) return undefined
  // Due but not queued: it is enqueued at once.
  if (rows[0].due === null) return 0
  return new Date(rows[0].due).getTime() - new Date(clock[0]?.now ?? '').getTime()
}

const each = Object.entries(all)

test.each(each)('%s is retried with growing delays and gives up', async (_name, work) => {
  const id = await work.make()
  const waited: number[] = []
  for (;;) {
    await work.fail(id)
    const wait = await waits(work, id)
    if (wait === undefined || waited.length === manyAttempts) break
    waited.push(wait)
    await work.makeDue(id).execute(db)
  }
  expect(waited.length).toBeGreaterThan(1)
  expect(waited.length).toBeLessThanOrEqual(work.isEndless ? manyAttempts : 14)
  const maxDelayMs = 3600 * 1000
  expect(Math.max(...waited)).toBeLessThanOrEqual(maxDelayMs)
  for (const [index, wait] of waited.slice(1).entries())
    // Tolerance: some time has passed since the delay was set.
    expect(wait).toBeGreaterThan(Math.min(maxDelayMs, (waited[index] ?? 0) * 1.5) - 4_000)
})

const ending = each.filter(([, { isEndless }]) => !isEndless)

test.each(ending)('%s gives up when every process that runs it dies', async (_name, work) => {
  const id = await work.make()
  await sql`update ${sql.table(work.table)}
    set ${work.claimed}, leased_until = now() - interval '1 second' where id = ${id}`.execute(db)
  await work.enqueueDue()
  await work.fail(id)
  expect(await waits(work, id)).toBeUndefined()
})

test.each(ending)('%s continues however often its process was stopped', async (_name, work) => {
  const id = await work.make()
  for (let stops = 0; stops < manyAttempts; stops++) {
    await work.fail(id, { ...runOptions, signal: AbortSignal.abort() })
    await work.makeDue(id).execute(db)
  }
  expect(await waits(work, id)).toBeLessThanOrEqual(0)
})
