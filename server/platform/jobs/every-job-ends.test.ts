import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { breakWrites, broken } from '../../test/job-case.ts'
import { makeRecording } from '../../test/make-recording.ts'
import {
  daysFromNow,
  localDiskId,
  makeMetric,
  makeRow,
  makeSession,
  rowOf,
  updateRow,
} from '../../test/make.ts'
import { runQueuedJobs, secondsUntil } from '../../test/run-queued-jobs.ts'
import { testApp } from '../../test/test-app.ts'
import { jobs } from '../../jobs.ts'
import { withAdapters } from '../../test/with-adapters.ts'
import type { JobName } from './job.ts'

const app = await testApp((given) =>
  withAdapters(given, { email_sms: { channel: 'email', deliver: broken }, crm: { put: broken } }),
)
const { db, deps, clientId, sessionDefinitionId, coachUserId } = app
const aSession = () => makeSession(db, { clientId, sessionDefinitionId })

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
    isGivenUp: async ({ id }) => (await statusOf('message', id)) === 'failed',
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
    isGivenUp: async ({ id }) => (await rowOf(db, 'definitionDeletion', id)).failedAt !== null,
  },
  'sync-crm': {
    make: async () => ({ id: await makeRow(db, 'crmSync', { integrationId: crmId }) }),
    isGivenUp: async ({ id }) => (await rowOf(db, 'crmSync', id)).finishedAt !== null,
  },
  'deliver-webhook': {
    async make() {
      const webhookId = newId()
      const secret = deps.keys.encrypt('webhook-secret', webhookId, 'whsec_')
      await makeRow(db, 'webhook', { id: webhookId, url: 'http://localhost:9', events: [], secret })
      const id = await makeRow(db, 'webhookDelivery', { webhookId, event: 'test', data: '{}' })
      return { id }
    },
    isGivenUp: async ({ id }) => (await statusOf('webhook_delivery', id)) === 'failed',
  },
  'finish-upload': {
    // The local disk receives no parts.
    make: async () => ({
      id: await makeRow(db, 'upload', {
        ...{ sessionId: await aSession(), userId: coachUserId, status: 'processing' },
        ...{ fileName: 'talk.mp4', sizeBytes: 1, partsIntegrationId: localDiskId },
      }),
    }),
    isGivenUp: async ({ id }) => (await statusOf('upload', id)) === 'failed',
  },
  'move-recordings': {
    async make() {
      await db.deleteFrom('recordingsMove').execute()
      const id = await makeRow(db, 'recordingsMove', { integrationId: localDiskId })
      const isDone = sql`new.status = 'done' and new.id = ${sql.lit(id)}`
      await breakWrites(db, 'recordings_move', 'update', isDone)
      return { id }
    },
    isGivenUp: async ({ id }) => (await statusOf('recordings_move', id)) === 'failed',
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
}

async function statusOf(table: string, id: string) {
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
  for (let stops = 0; stops < manyAttempts; stops++)
    await runQueuedJobs(app, name, { onError, stopping: AbortSignal.abort() })
  expect(await secondsUntil(app, name, payload)).toBeLessThanOrEqual(0)
})
