import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { makeRecording } from '../../test/make-recording.ts'
import { makeRow, makeSession } from '../../test/make.ts'
import { runQueuedJobs, secondsUntil } from '../../test/run-queued-jobs.ts'
import { testApp } from '../../test/test-app.ts'
import { jobs } from '../../jobs.ts'
import { withAdapters } from '../../test/with-adapters.ts'
import type { JobName } from './job.ts'

const broken = () => Promise.reject(new Error('It is broken.'))
const app = await testApp((given) =>
  withAdapters(given, {
    transcription: { maxConcurrent: 1, begin: broken, forget: broken },
  }),
)
const { db, deps, clientId, sessionDefinitionId } = app

type JobCase = {
  /** Inserts a row whose job is going to fail. */
  make: () => Promise<object>
  /** Whether the row says that it was given up; missing: retried without end, because no user can start it again. */
  isGivenUp?: (payload: { id: string }) => Promise<boolean>
}

/** One entry for each job that is not scheduled. */
const cases: { [Name in JobName]?: JobCase } = {
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
    isGivenUp: async ({ id }) => (await statusOf('transcription', id)) === 'failed',
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
}

async function statusOf(table: string, id: string) {
  const { rows } = await sql<{ status: string }>`
    select status from ${sql.table(table)} where id = ${id}`.execute(db)
  return rows[0]?.status
}

const manyAttempts = 30
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
  expect(waited.length).toBeLessThanOrEqual(of.isGivenUp ? 14 : manyAttempts)
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
