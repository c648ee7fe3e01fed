import { writeFileSync } from 'node:fs'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliverWebhook } from '../../features/webhooks/deliver-webhook.ts'
import {
  enqueueDueDeliveries,
  insertTestDelivery,
} from '../../features/webhooks/deliveries.queries.ts'
import { runAnalysisStep } from '../../features/analysis/automatic/run-analysis-step.ts'
import { prepareSession } from '../../features/briefs/prepare-session.ts'
import { enqueueDueBriefs } from '../../features/briefs/briefs.queries.ts'
import { enqueueDueRuns } from '../../features/analysis/automatic/automatic-runs.queries.ts'
import { runTemplateCheck } from '../../features/prompts/checks/run-check.ts'
import { enqueueDueChecks } from '../../features/prompts/checks/run-check.queries.ts'
import { enqueueDueSyncs } from '../../features/crm/crm-sync.queries.ts'
import { runSyncJob } from '../../features/crm/crm.jobs.ts'
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
import { runUploadJob } from '../../features/recordings/uploads/uploads.jobs.ts'
import { enqueueDueUploads } from '../../features/recordings/uploads/finish-upload.queries.ts'
import { enqueueDueMoves } from '../../features/recordings/moves/moves.queries.ts'
import { runMoveJob } from '../../features/recordings/moves/moves.jobs.ts'
import { enqueueDueRepacks } from '../../features/recordings/playback/repack.queries.ts'
import { runRepackJob } from '../../features/recordings/playback/repack.jobs.ts'
import { makeStagingFolder, stagingFile } from '../../features/recordings/uploads/staging.ts'
import { makeRecording } from '../../test/make-recording.ts'
import {
  daysFromNow,
  localDiskId,
  makeClient,
  makeMetric,
  makeRow,
  makeSession,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'
import { deleteExternalCopies } from '../../features/transcriptions/external/delete-external-copies.ts'
import { enqueueDueExternalCopies } from '../../features/transcriptions/external/external-copies.queries.ts'
import { createSlots } from '../../features/transcriptions/transcription-slots.ts'
import {
  runTranscription,
  collectTranscription,
} from '../../features/transcriptions/run/transcribe.ts'
import { enqueueDueTranscriptions } from '../../features/transcriptions/run/transcribe.queries.ts'
import { Unavailable } from '../jobs/errors.ts'

const broken = () => Promise.reject(new Error('It is broken.'))
const { db, deps, storage, call, signIn, emails, clientId, sessionDefinitionId, coachUserId } =
  await testApp((given) =>
    withAdapters(given, {
      transcription: { maxConcurrent: 1, begin: broken, collect: broken, forget: broken },
      email_sms: { channel: 'email', deliver: broken },
      crm: { put: () => Promise.reject(new Unavailable('It is away.')) },
      ai_analysis: { complete: () => Promise.reject(new Unavailable('It is away.')) },
    }),
  )
const system = await signIn(emails.system)
const run = {
  times: { progressMs: 1_000, heartbeatMs: 1_000, leaseMs: 10_000, retryMs: 5_000 },
  signal: new AbortController().signal,
  onError: () => undefined,
}
makeStagingFolder(deps.config)

/** More attempts than any job has. */
const manyAttempts = 30

type JobCase = {
  /** Inserts a row that is due and returns its id. */
  make: () => Promise<string>
  /** Runs the job once, which fails. */
  fail: (id: string) => Promise<unknown>
  /** When it is retried; no row: it has ended. */
  due: (id: string) => RawBuilder<unknown>
  makeDue: (id: string) => RawBuilder<unknown>
  /** Enqueues rows that a killed process left behind. */
  enqueueDue: () => Promise<void>
  /** Table of the rows. */
  table: string
  /** Columns that a process sets when it claims a row, after many attempts. */
  claimed: RawBuilder<unknown>
  /** Retried without end, because no user can start it again. */
  isEndless?: true
}

/** A job whose retry time is only in the queue. */
const queued = (name: string, table: string, over: string) => ({
  ...{ table, claimed: sql`attempts = ${manyAttempts}` },
  due: (id: string) => sql`
    select (select run_at from graphile_worker.jobs where key = ${`${name}:${id}`}) as due
    from ${sql.table(table)} where id = ${id} and status <> ${over}`,
  makeDue: (id: string) =>
    sql`update graphile_worker._private_jobs set run_at = now() where key = ${`${name}:${id}`}`,
})
/** A job whose retry time is in its row. */
const inRow = (table: string, column: string, isOpen: RawBuilder<unknown>) => ({
  ...{ table, claimed: sql`attempts = ${manyAttempts}` },
  due: (id: string) =>
    sql`select ${sql.ref(column)} as due from ${sql.table(table)} where id = ${id} and ${isOpen}`,
  makeDue: (id: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = now() where id = ${id}`,
})

async function makeTranscription() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  await makeRecording(deps, sessionId)
  const id = newId()
  await db.insertInto('transcription').values({ id, sessionId }).execute()
  return { id, sessionId }
}
const transcriptions = {
  ...queued('transcribe', 'transcription', 'failed'),
  claimed: sql`attempts = ${manyAttempts}, status = 'running'`,
  enqueueDue: () => enqueueDueTranscriptions(db, deps.queue),
}

/** One entry per job; a missing one is a type error. `sweep` is not retried, it runs every hour. */
const all: Record<Exclude<keyof Jobs, 'sweep'>, JobCase> = {
  transcribe: {
    ...transcriptions,
    make: async () => (await makeTranscription()).id,
    fail: (id) =>
      runTranscription(deps, id, { ...run, slots: createSlots(), queuedAt: new Date() }),
  },
  'collect-transcription': {
    ...transcriptions,
    async make() {
      const { id, sessionId } = await makeTranscription()
      const { id: integrationId } = await deps.providers.active('transcription')
      await sql`update transcription set status = 'running', integration_id = ${integrationId}, external_id = ${id},
        recording_id = (select id from recording where session_id = ${sessionId}) where id = ${id}`.execute(
        db,
      )
      return id
    },
    fail: (id) => collectTranscription(deps, id, run),
  },
  'finish-upload': {
    ...queued('finish-upload', 'upload', 'failed'),
    async make() {
      const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
      const id = newId()
      writeFileSync(stagingFile(deps.config, id), 'a')
      await db
        .insertInto('upload')
        .values({
          ...{ id, sessionId, userId: coachUserId, status: 'processing' },
          ...{ fileName: 'talk.mp4', sizeBytes: 1 },
        })
        .execute()
      return id
    },
    fail: (id) =>
      runUploadJob(
        withAdapters(
          { ...deps, config: { ...deps.config, dataDir: '/nowhere' } },
          { video_storage: { ...storage, put: broken } },
        ),
        id,
        run,
      ),
    enqueueDue: () => enqueueDueUploads(db, deps.queue),
  },
  deliver: {
    ...inRow('message', 'next_try_at', sql`status = 'waiting'`),
    async make() {
      const id = newId()
      const message = {
        ...{ recipient: 'ann@example.com', subject: 'Hello', body: 'Hello.', short: 'Hello.' },
        ...{ kind: 'invitation', language: 'en' },
      }
      await db
        .insertInto('message')
        .values({ id, ...message })
        .execute()
      return id
    },
    fail: (id) => deliver({ ...deps, whenEnded: {} }, id, run),
    enqueueDue: () => enqueueDueMessages(db, deps.queue),
  },
  'deliver-webhook': {
    ...inRow('webhook_delivery', 'next_try_at', sql`status = 'waiting'`),
    async make() {
      const id = newId()
      const secret = deps.keys.encrypt('webhook-secret', id, 'whsec_')
      await db
        .insertInto('webhook')
        .values({ id, url: 'http://localhost:9', events: [], secret })
        .execute()
      return (await insertTestDelivery(db, id))?.id ?? ''
    },
    fail: (id) => deliverWebhook(deps, id, run),
    enqueueDue: () => enqueueDueDeliveries(db, deps.queue),
  },
  'run-after-conversation': {
    ...inRow('automatic_run', 'next_try_at', sql`status = 'waiting'`),
    async make() {
      const sessionId = await makeSession(db, {
        ...{ clientId, sessionDefinitionId, transcribedTextScripted: 'Coach: Hello.' },
      })
      const { version } = await db
        .selectFrom('session')
        .select('version')
        .where('id', '=', sessionId)
        .executeTakeFirstOrThrow()
      const template = { name: 'Calm', type: 'session_preparation', systemPrompt: 'Be kind.' }
      await call(
        {
          method: 'POST',
          url: '/api/admin/ai-prompt-templates',
          payload: { ...template, userPromptTemplate: '{{preparationContext}}', isActive: true },
        },
        system,
      )
      const id = newId()
      await db
        .insertInto('automaticRun')
        .values({
          ...{ id, sessionId, templateType: 'session_preparation' },
          ...{ conversationVersion: version, requestedBy: coachUserId },
        })
        .execute()
      return id
    },
    fail: (id) => runAnalysisStep(deps, id, run),
    enqueueDue: () => enqueueDueRuns(db, deps.queue),
  },
  'prepare-session': {
    ...inRow('session_brief', 'next_try_at', sql`status = 'waiting'`),
    async make() {
      const sessionDate = new Date(Date.now() + 3_600_000).toISOString()
      const sessionId = await makeSession(db, { clientId, sessionDefinitionId, sessionDate })
      const template = { name: 'Ready', type: 'session_preparation', systemPrompt: 'Be kind.' }
      await call(
        {
          method: 'POST',
          url: '/api/admin/ai-prompt-templates',
          payload: { ...template, userPromptTemplate: '{{preparationContext}}', isActive: true },
        },
        system,
      )
      const id = newId()
      await db.insertInto('sessionBrief').values({ id, sessionId }).execute()
      return id
    },
    fail: (id) => prepareSession(deps, id, run),
    enqueueDue: () => enqueueDueBriefs(db, deps.queue),
  },
  'delete-definition': {
    ...inRow('definition_deletion', 'begins_at', sql`failed_at is null`),
    async make() {
      const id = await makeMetric(db, { key: `calm_${newId().slice(-6)}` })
      const deletionId = newId()
      await sql`insert into definition_deletion (id, kind, definition_id, name, total, begins_at)
        values (${deletionId}, 'metricDefinition', ${id}, 'Calm', 1, now())`.execute(db)
      await breakWrites('metric_definition', 'delete', sql`old.id = ${sql.lit(id)}`)
      return deletionId
    },
    fail: (id) => deleteInBackground(deps, id, run),
    enqueueDue: () => enqueueDueDeletions(db, deps.queue),
  },
  'check-template': {
    ...inRow('template_check', 'not_before', sql`finished_at is null`),
    claimed: sql`fence = ${manyAttempts}`,
    async make() {
      const made = await call(
        {
          method: 'POST',
          url: '/api/admin/ai-prompt-templates',
          payload: {
            ...{ name: 'Checked', type: 'diarization', systemPrompt: 'Be kind.' },
            userPromptTemplate: '{{audioTranscript}}',
          },
        },
        system,
      )
      const url = `/api/admin/ai-prompt-templates/${made.json<{ id: string }>().id}/check`
      const { id } = (await call({ method: 'POST', url, payload: {} }, system)).json<{
        id: string
      }>()
      await breakWrites(
        'template_check_answer',
        'update',
        sql`new.asked_at is not null and new.check_id = ${sql.lit(id)}`,
      )
      return id
    },
    fail: (id) => runTemplateCheck(deps, id, run),
    enqueueDue: () => enqueueDueChecks(db, deps.queue),
  },
  'sync-crm': {
    ...inRow('crm_sync', 'not_before', sql`finished_at is null`),
    async make() {
      const [id, integrationId] = [newId(), newId()]
      const secrets = JSON.stringify({ apiToken: 'a-token' })
      await db
        .insertInto('integration')
        .values({
          ...{ id: integrationId, type: 'crm', provider: 'pipedrive' },
          isActive: !(await db
            .selectFrom('integration')
            .select('id')
            .where('type', '=', 'crm')
            .executeTakeFirst()),
          settings: JSON.stringify({ companyDomain: 'maylab' }),
          secrets: deps.keys.encrypt('integration-secrets', integrationId, secrets),
        })
        .execute()
      await db.insertInto('crmSync').values({ id, integrationId }).execute()
      await breakWrites('crm_sync', 'update', sql`new.done > old.done`)
      return id
    },
    fail: (id) => runSyncJob(deps, id, run),
    enqueueDue: () => enqueueDueSyncs(db, deps.queue),
  },
  'move-recordings': {
    ...inRow('recordings_move', 'next_try_at', sql`status = 'running'`),
    async make() {
      await db.deleteFrom('recordingsMove').execute()
      const recordingId = await makeRecording(
        deps,
        await makeSession(db, { clientId, sessionDefinitionId }),
      )
      const [otherStorageId, id] = [newId(), newId()]
      const other = { id: otherStorageId, type: 'video_storage', provider: 'local_disk' }
      await db.insertInto('integration').values(other).execute()
      await sql`update recording set integration_id = ${otherStorageId} where id = ${recordingId}`.execute(
        db,
      )
      await db.insertInto('recordingsMove').values({ id, integrationId: localDiskId }).execute()
      return id
    },
    fail: (id) =>
      runMoveJob(withAdapters(deps, { video_storage: { ...storage, put: broken } }), id, run),
    makeDue: (id) =>
      sql`with due as (update recording_move_failure set next_try_at = now())
        update recordings_move set next_try_at = now() where id = ${id}`,
    enqueueDue: () => enqueueDueMoves(db, deps.queue),
  },
  'export-person': {
    ...inRow('person_export', 'next_try_at', sql`status = 'waiting'`),
    async make() {
      const exportedId = await makeClient(db)
      await makeRecording(
        deps,
        await makeSession(db, { clientId: exportedId, sessionDefinitionId }),
      )
      return makeRow(db, 'personExport', {
        ...{ clientId: exportedId, requestedBy: coachUserId, hasPassword: false },
        expiresAt: daysFromNow(2),
      })
    },
    fail: (id) =>
      buildExport(withAdapters(deps, { video_storage: { ...storage, read: broken } }), id, run),
    enqueueDue: () => enqueueDueExports(db, deps.queue),
  },
  'erase-person': {
    ...inRow('erasure', 'next_try_at', sql`status = 'running'`),
    async make() {
      const erasedId = await makeClient(db)
      await makeRecording(deps, await makeSession(db, { clientId: erasedId, sessionDefinitionId }))
      return makeRow(db, 'erasure', {
        ...{ clientId: erasedId, status: 'running', ownConfirmationFrom: daysFromNow(7) },
        confirmedAt: daysFromNow(0),
      })
    },
    fail: (id) =>
      erasePerson(withAdapters(deps, { video_storage: { ...storage, remove: broken } }), id, run),
    enqueueDue: () => enqueueDueErasures(db, deps.queue),
  },
  'repack-recording': {
    ...inRow('recording_repack', 'next_try_at', sql`true`),
    async make() {
      const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
      const id = await makeRecording(deps, sessionId)
      await db.insertInto('recordingRepack').values({ id }).execute()
      return id
    },
    fail: (id) =>
      runRepackJob(
        withAdapters(deps, { video_storage: { ...storage, withLocalFile: broken } }),
        id,
        run,
      ),
    enqueueDue: () => enqueueDueRepacks(db, deps.queue),
  },
  'delete-external-copies': {
    ...{ table: 'external_copy', claimed: sql`attempts = ${manyAttempts}`, isEndless: true },
    async make() {
      const { id: integrationId } = await deps.providers.active('transcription')
      const externalId = newId()
      await db.insertInto('externalCopy').values({ integrationId, externalId }).execute()
      return externalId
    },
    fail: () => deleteExternalCopies(deps, run),
    due: (id) => sql`select due_at as due from external_copy where external_id = ${id}`,
    makeDue: (id) => sql`update external_copy set due_at = now() where external_id = ${id}`,
    enqueueDue: () => enqueueDueExternalCopies(db, deps.queue),
  },
  'recount-weeks': {
    ...{ table: 'week_recount', claimed: sql`attempts = ${manyAttempts}`, isEndless: true },
    async make() {
      await sql`insert into week_recount (time_zone) values ('UTC')
        on conflict (is_single_row) do update set finished_at = null`.execute(db)
      await breakWrites('week_recount', 'update', sql`new.cursor_id is not null`)
      return 'all'
    },
    fail: () => recountWeeksInBackground(db, run),
    due: () => sql`select not_before as due from week_recount where finished_at is null`,
    makeDue: () => sql`update week_recount set not_before = now()`,
    enqueueDue: () => enqueueDueWeekRecount(db, deps.queue),
  },
}

/** Makes writes to some rows fail, like a full disk would. */
async function breakWrites(table: string, what: 'update' | 'delete', when: RawBuilder<unknown>) {
  const name = sql.ref(`broken_${newId().replaceAll('-', '').slice(-12)}`)
  await sql`create function ${name}() returns trigger language plpgsql as $$
    begin raise exception 'It is broken.'; end $$`.execute(db)
  await sql`create trigger ${name} before ${sql.raw(what)} on ${sql.table(table)}
    for each row when (${when}) execute function ${name}()`.execute(db)
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
