import { sql } from 'kysely'
import { expect, test } from 'vitest'
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
import { enqueueDueDeletions } from '../../features/definitions/deletions/deletions.queries.ts'
import { newId } from '../ids.ts'
import { deliver } from '../../features/messages/delivery/deliver.ts'
import { enqueueDueMessages } from '../../features/messages/delivery/delivery.queries.ts'
import { makeStagingFolder } from '../../features/recordings/uploads/staging.ts'
import { makeMetric, makeRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'
import { Unavailable } from '../jobs/errors.ts'

const app = await testApp((given) =>
  withAdapters(given, {
    transcription: { maxConcurrent: 1, begin: broken, collect: broken, forget: broken },
    email_sms: { channel: 'email', deliver: broken },
    crm: { put: () => Promise.reject(new Unavailable('It is away.')) },
  }),
)
const { db, deps } = app
makeStagingFolder(deps.config)

const crmId = newId()
await makeRow(db, 'integration', {
  ...{ id: crmId, type: 'crm', provider: 'pipedrive', isActive: true },
  settings: JSON.stringify({ companyDomain: 'maylab' }),
  secrets: deps.keys.encrypt('integration-secrets', crmId, '{"apiToken":"a-token"}'),
})
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
  'sync-crm': {
    ...inRow('crm_sync', 'not_before', sql`finished_at is null`),
    async make() {
      await breakWrites(db, 'crm_sync', 'update', sql`new.done > old.done`)
      return makeRow(db, 'crmSync', { integrationId: crmId })
    },
    fail: (id, run = runOptions) => runSyncJob(deps, id, run),
    enqueueDue: () => enqueueDueSyncs(db, deps.queue),
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
