import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { breakWrites, broken } from '../../test/break-writes.ts'
import { makeRecording } from '../../test/make-recording.ts'
import {
  daysFromNow,
  localDiskId,
  makeClient,
  makeMetric,
  makeRow,
  makeSession,
  makeUser,
  getRow,
  updateRow,
} from '../../test/make.ts'
import { runQueuedJobs, secondsUntil } from '../../test/run-queued-jobs.ts'
import { testApp } from '../../test/test-app.ts'
import { findFailedBackup } from '../../features/backups/backups.queries.ts'
import { jobs } from '../../jobs.ts'
import { withAdapters } from '../../test/with-adapters.ts'
import { Unavailable } from './errors.ts'
import type { JobName } from './job.ts'

const app = await testApp((given) =>
  withAdapters(given, {
    transcription: { maxConcurrent: 1, begin: broken, forget: broken },
    email_sms: { channel: 'email', deliver: broken },
    crm: { put: broken },
    ai_analysis: { complete: () => Promise.reject(new Unavailable('It is away.')) },
  }),
)
const { db, deps, call, signIn, emails, clientId, sessionDefinitionId, coachUserId } = app
const system = await signIn(emails.system)
const aSession = (values: object = {}) =>
  makeSession(db, { clientId, sessionDefinitionId, ...values })

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

type JobCase = {
  /** Inserts a row whose job is going to fail. */
  make: () => Promise<object>
  /** Whether the row says that it was given up; missing: retried without end, because no user can start it again. */
  isGivenUp?: (payload: { id: string }) => Promise<boolean>
}

/** One entry for each job that is not scheduled. */
const cases: { [Name in JobName]?: JobCase } = {
  deliver: {
    make: async () => ({
      id: await makeRow(db, 'message', {
        ...{ recipient: 'ann@example.com', subject: 'Hello', body: 'Hello.', short: 'Hello.' },
        ...{ kind: 'invitation', language: 'en' },
      }),
    }),
    isGivenUp: async ({ id }) => (await findStatus('message', id)) === 'failed',
  },
  'back-up': {
    async make() {
      await breakWrites(db, 'backup', 'insert', sql`true`)
      return { isScheduled: false }
    },
    isGivenUp: async () => (await findFailedBackup(db)) !== undefined,
  },
  'delete-definition': {
    async make() {
      const definitionId = await makeMetric(db, { key: `calm_${newId().slice(-6)}` })
      await breakWrites(db, 'metric_definition', 'delete', sql`old.id = ${sql.lit(definitionId)}`)
      const id = await makeRow(db, 'definitionDeletion', {
        ...{ kind: 'metricDefinition', definitionId, name: 'Calm', total: 1 },
        beginsAt: daysFromNow(0),
      })
      return { id }
    },
    isGivenUp: async ({ id }) => (await getRow(db, 'definitionDeletion', id)).failedAt !== null,
  },
  'sync-crm': {
    make: async () => ({ id: await makeRow(db, 'crmSync', { integrationId: crmId }) }),
    isGivenUp: async ({ id }) => (await getRow(db, 'crmSync', id)).finishedAt !== null,
  },
  'check-template': {
    async make() {
      const templateId = await makeRow(db, 'template', {
        ...{ name: 'Checked', type: 'diarization' },
        ...{ systemPrompt: 'Be kind.', userPromptTemplate: '{{audioTranscript}}' },
      })
      const url = `/api/admin/ai-prompt-templates/${templateId}/check`
      const started = await call({ method: 'POST', url, payload: {} }, system)
      const { id } = started.json<{ id: string }>()
      const isAnswered = sql`new.asked_at is not null and new.check_id = ${sql.lit(id)}`
      await breakWrites(db, 'template_check_answer', 'update', isAnswered)
      return { id }
    },
    isGivenUp: async ({ id }) => (await getRow(db, 'templateCheck', id)).finishedAt !== null,
  },
  'delete-external-copies': {
    async make() {
      const { id: integrationId } = await deps.providers.active('transcription')
      await db.insertInto('externalCopy').values({ integrationId, externalId: newId() }).execute()
      return {}
    },
  },
  transcribe: {
    async make() {
      const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
      await makeRecording(deps, sessionId)
      return { id: await makeRow(db, 'transcription', { sessionId }) }
    },
    isGivenUp: async ({ id }) => (await findStatus('transcription', id)) === 'failed',
  },
  'deliver-webhook': {
    async make() {
      const webhookId = newId()
      const secret = deps.keys.encrypt('webhook-secret', webhookId, 'whsec_')
      await makeRow(db, 'webhook', { id: webhookId, url: 'http://localhost:9', events: [], secret })
      const id = await makeRow(db, 'webhookDelivery', { webhookId, event: 'test', data: '{}' })
      return { id }
    },
    isGivenUp: async ({ id }) => (await findStatus('webhook_delivery', id)) === 'failed',
  },
  'finish-upload': {
    // The local disk receives no parts.
    make: async () => ({
      id: await makeRow(db, 'upload', {
        ...{ sessionId: await aSession(), userId: coachUserId, status: 'processing' },
        ...{ fileName: 'talk.mp4', sizeBytes: 1, partsIntegrationId: localDiskId },
      }),
    }),
    isGivenUp: async ({ id }) => (await findStatus('upload', id)) === 'failed',
  },
  'move-recordings': {
    async make() {
      await db.deleteFrom('recordingsMove').execute()
      const id = await makeRow(db, 'recordingsMove', { integrationId: localDiskId })
      const isDone = sql`new.status = 'done' and new.id = ${sql.lit(id)}`
      await breakWrites(db, 'recordings_move', 'update', isDone)
      return { id }
    },
    isGivenUp: async ({ id }) => (await findStatus('recordings_move', id)) === 'failed',
  },
  'repack-recording': {
    async make() {
      const id = await makeRecording(deps, await aSession())
      // More than any disk has.
      await updateRow(db, 'recording', id, { sizeBytes: 1e15 })
      return { id: await makeRow(db, 'recordingRepack', { id }) }
    },
    isGivenUp: async ({ id }) => {
      const waiting = db.selectFrom('recordingRepack').select('id').where('id', '=', id)
      return (await waiting.executeTakeFirst()) === undefined
    },
  },
  'erase-person': {
    async make() {
      const id = await makeRow(db, 'erasure', {
        ...{ clientId: await makeClient(db), status: 'running' },
        ...{ ownConfirmationFrom: daysFromNow(7), confirmedAt: daysFromNow(0) },
      })
      const hasProgress = sql`new.progress is not null and new.id = ${sql.lit(id)}`
      await breakWrites(db, 'erasure', 'update', hasProgress)
      return { id }
    },
    isGivenUp: async ({ id }) => (await findStatus('erasure', id)) === 'failed',
  },
  'export-person': {
    async make() {
      const id = await makeRow(db, 'personExport', {
        ...{ clientId: await makeClient(db), requestedBy: coachUserId, hasPassword: false },
        expiresAt: daysFromNow(2),
      })
      const isDone = sql`new.status = 'done' and new.id = ${sql.lit(id)}`
      await breakWrites(db, 'person_export', 'update', isDone)
      return { id }
    },
    isGivenUp: async ({ id }) => (await findStatus('person_export', id)) === 'failed',
  },
  'prepare-session': {
    async make() {
      const sessionId = await aSession({ sessionDate: daysFromNow(1) })
      return { id: await makeRow(db, 'sessionBrief', { sessionId }) }
    },
    isGivenUp: async ({ id }) => (await findStatus('session_brief', id)) === 'failed',
  },
  'read-calendar': {
    async make() {
      const userId = await makeUser(db, { email: `${newId()}@example.com`, roles: ['coach_user'] })
      const id = await makeRow(db, 'coach', { userId })
      const address = deps.keys.encrypt('calendar-address', id, 'https://calendar.invalid/a.ics')
      await makeRow(db, 'coachCalendar', { id, address, host: 'calendar.invalid' })
      return { id }
    },
    isGivenUp: async ({ id }) => (await getRow(db, 'coachCalendar', id)).failingSince !== null,
  },
  'recount-weeks': {
    async make() {
      await sql`insert into week_recount (time_zone) values ('UTC')
        on conflict (is_single_row) do update set finished_at = null`.execute(db)
      await breakWrites(db, 'week_recount', 'update', sql`new.cursor_id is not null`)
      return {}
    },
  },
  'run-after-conversation': {
    async make() {
      const sessionId = await aSession({ transcribedTextScripted: 'Coach: Hello.' })
      const { version } = await getRow(db, 'session', sessionId)
      const id = await makeRow(db, 'automaticRun', {
        ...{ sessionId, templateType: 'session_preparation' },
        ...{ conversationVersion: version, requestedBy: coachUserId },
      })
      return { id }
    },
    isGivenUp: async ({ id }) => (await findStatus('automatic_run', id)) === 'failed',
  },
}

async function findStatus(table: string, id: string) {
  const { rows } = await sql<{ status: string }>`
    select status from ${sql.table(table)} where id = ${id}`.execute(db)
  return rows[0]?.status
}

/** More than any job has. */
const manyAttempts = 60
const onError = () => undefined
test('every job that does not run again by itself has a case', () => {
  const missing = jobs.filter(({ name, schedule }) => !schedule && !cases[name])
  expect(missing.map(({ name }) => name)).toEqual([])
})

const each = Object.entries(cases) as [JobName, JobCase][]

async function queue(name: JobName, { make }: JobCase) {
  const payload = (await make()) as { id: string }
  await deps.queue.add(db, name, payload)
  return payload
}

test.each(each)('%s is retried with growing delays and gives up', async (name, of) => {
  const payload = await queue(name, of)
  const waited: number[] = []
  while (waited.length < manyAttempts) {
    await runQueuedJobs(app, name, { onError })
    const wait = await secondsUntil(app, name, payload)
    if (wait === undefined) break
    waited.push(wait)
  }
  expect(waited.length).toBeGreaterThan(1)
  expect(Math.max(...waited)).toBeLessThanOrEqual(3600)
  for (const [index, wait] of waited.slice(1).entries())
    expect(wait).toBeGreaterThan(Math.min(3600, (waited[index] ?? 0) * 1.5) - 4)
  if (of.isGivenUp) expect(await of.isGivenUp(payload)).toBe(true)
})

test.each(each.filter(([, { isGivenUp }]) => isGivenUp))(
  '%s gives up when every process that runs it dies',
  async (name, of) => {
    const payload = await queue(name, of)
    await sql`update pgboss.job set retry_count = ${manyAttempts} where state < 'active'`.execute(
      db,
    )
    await runQueuedJobs(app, name, { onError })
    expect(await of.isGivenUp?.(payload)).toBe(true)
    expect(await secondsUntil(app, name, payload)).toBeUndefined()
  },
)

test.each(each)('%s continues however often its process was stopped', async (name, of) => {
  const payload = await queue(name, of)
  const attempts = jobs.find((job) => job.name === name)?.attempts ?? 0
  for (let stops = 0; stops <= Math.min(attempts, manyAttempts); stops++)
    await runQueuedJobs(app, name, { onError, stopping: AbortSignal.abort() })
  expect(await secondsUntil(app, name, payload)).toBeLessThanOrEqual(0)
})
