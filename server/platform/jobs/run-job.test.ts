import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../ids.ts'
import { inTransaction } from '../db/transaction.ts'
import { claimQueuedJobs } from '../../test/run-queued-jobs.ts'
import { testApp } from '../../test/test-app.ts'
import { ClaimLost, type Job, type RunningJob } from './job.ts'
import { createQueue } from './queue.ts'
import { runJob } from './run-job.ts'
import { startRunner } from './runner.ts'

const app = await testApp()
const { db, boss, databaseUrl } = app

type Run = (payload: { id: string }, job: RunningJob) => Promise<unknown>
const failed = vi.fn(async () => undefined)
/** A job of ours with other work. */
const jobThat = (
  run: Run,
  change: Partial<Job<'deliver-webhook'>> = {},
): Job<'deliver-webhook'> => ({
  ...{
    name: 'deliver-webhook',
    payload: z.object({ id: z.string() }),
    queue: 'short',
    attempts: 3,
  },
  ...{ run: (_deps, payload, job) => run(payload, job), failed },
  ...change,
})

const stops: (() => Promise<void>)[] = []
const errors: Error[] = []
async function start(job: Job<'deliver-webhook'>) {
  const runner = await startRunner(app.deps, [job as Job], {
    ...{ connectionString: databaseUrl, retryMs: 10 },
    onError: (error) => errors.push(error),
  })
  stops.push(() => runner.stop())
  return runner
}
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await sql`delete from pgboss.job`.execute(db)
  expect(errors.splice(0)).toEqual([])
})
const add = async (id: string, job: Job<'deliver-webhook'>, delayMs = 0) =>
  createQueue(boss, [job as Job]).add(db, 'deliver-webhook', { id }, delayMs)
const cancel = async (id: string, job: Job<'deliver-webhook'>) =>
  createQueue(boss, [job as Job]).cancel(db, 'deliver-webhook', { id })
const left = async () => {
  const { rows } = await sql<{ state: string }>`
    select state from pgboss.job where state < 'completed'`.execute(db)
  return rows.map(({ state }) => state)
}
const aborted = ({ signal }: RunningJob) =>
  new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)))

test('a job runs as soon as its transaction commits, and never if it does not', async () => {
  const ran = vi.fn<Run>(async () => undefined)
  const job = jobThat(ran)
  await start(job)
  const begin = Date.now()
  await add('a', job)
  await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(1))
  expect(Date.now() - begin).toBeLessThan(1_500)
  const queue = createQueue(boss, [job as Job])
  await inTransaction(db, async (tx) => {
    await queue.add(tx, 'deliver-webhook', { id: 'b' })
    throw new Error('rolled back')
  }).catch(() => undefined)
  await sleep(500)
  expect(ran).toHaveBeenCalledTimes(1)
  expect(await left()).toEqual([])
})

test('a job that waits is rescheduled, and one queued while it runs follows', async () => {
  const ran: string[] = []
  let finish = () => undefined as void
  const job = jobThat(async ({ id }) => {
    ran.push(id)
    if (ran.length === 1) await new Promise<void>((resolve) => (finish = resolve))
  })
  await add('a', job, 3_600_000)
  await add('a', job)
  expect(await left()).toEqual(['created'])
  await start(job)
  await vi.waitFor(() => expect(ran).toEqual(['a']))
  await add('a', job)
  await add('a', job)
  await sleep(300)
  expect(ran).toEqual(['a'])
  finish()
  await vi.waitFor(() => expect(ran).toEqual(['a', 'a']), 5_000)
  await vi.waitFor(async () => expect(await left()).toEqual([]))
})

test('of two processes that believe to hold a job, one writes', async () => {
  const id = newId()
  const results: string[] = []
  const job = jobThat(async (_payload, running) => {
    if (!results.length) {
      results.push('taken')
      // What the monitor does once a worker is silent.
      await sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`.execute(
        db,
      )
      await vi.waitFor(() => expect(results).toContain('written'), 8_000)
    }
    await inTransaction(db, async (tx) => {
      await running.finish(tx)
      results.push('written')
    }).catch((error: unknown) => {
      results.push(error instanceof ClaimLost ? 'lost' : 'failed')
      throw error
    })
  })
  await start(job)
  await start(job)
  await add(id, job)
  await vi.waitFor(() => expect(results).toEqual(['taken', 'written', 'lost']), 10_000)
  expect(failed).not.toHaveBeenCalled()
}, 20_000)

test('a long transaction that requires the claim at its end leaves the heartbeat as it is', async () => {
  const heartbeat = async () => {
    const { rows } = await sql<{ at: string }>`
      select heartbeat_on::text as at from pgboss.job where state = 'active'`.execute(db)
    return rows[0]?.at
  }
  const seen: unknown[] = []
  const job = jobThat(async (_payload, running) => {
    await inTransaction(db, async (tx) => {
      await sql`select now()`.execute(tx)
      // What the worker does meanwhile.
      await sql`update pgboss.job set heartbeat_on = now() where state = 'active'`.execute(db)
      seen.push(await heartbeat())
      await running.requireClaim(tx)
    })
    seen.push(await heartbeat())
  })
  await start(job)
  await add('a', job)
  await vi.waitFor(() => expect(seen).toHaveLength(2), 10_000)
  expect(seen[1]).toBe(seen[0])
}, 20_000)

test('a job that goes on after its last write has not failed', async () => {
  const lost = new AbortController()
  const job = jobThat(async (_payload, running) => {
    await inTransaction(db, (tx) => running.finish(tx))
    // What its heartbeat finds.
    lost.abort(new Error('It is no longer active.'))
    await new Promise(() => undefined)
  })
  await add('a', job)
  const [claim] = await claimQueuedJobs(app, 'deliver-webhook')
  if (!claim) throw new Error('There is no job.')
  await runJob(
    app,
    job as Job,
    { ...claim, signal: lost.signal },
    {
      ...{ stopping: new AbortController().signal, retryMs: 10 },
      onError: (error) => errors.push(error),
    },
  )
  expect(failed).not.toHaveBeenCalled()
  expect(await left()).toEqual([])
})

test('stopping gives a job back within seconds and counts no attempt; a cancelled one ends', async () => {
  const attempts: number[] = []
  const reasons: unknown[] = []
  const job = jobThat(async (_payload, running) => {
    attempts.push(running.attempt)
    reasons.push(await aborted(running))
    // Ignores the signal from here on.
    await new Promise(() => undefined)
  })
  const first = await start(job)
  await add('a', job)
  await vi.waitFor(() => expect(attempts).toEqual([1]))
  const begin = Date.now()
  await first.stop()
  expect(Date.now() - begin).toBeLessThan(4_000)
  expect(await left()).toEqual(['created'])
  await start(job)
  await vi.waitFor(() => expect(attempts).toEqual([1, 1]), 5_000)
  await cancel('a', job)
  await vi.waitFor(() => expect(reasons).toEqual([expect.any(Error), expect.any(ClaimLost)]))
  expect(await left()).toEqual([])
}, 20_000)

test('a database that closes all connections neither loses nor repeats a job', async () => {
  let ran = 0
  const job = jobThat(async () => {
    ran++
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'runner'`.execute(db)
    await sleep(100)
  })
  const connectionString = `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}application_name=runner`
  const lost: Error[] = []
  const runner = await startRunner(app.deps, [job as Job], {
    ...{ connectionString, retryMs: 10, onError: (error) => lost.push(error) },
  })
  stops.push(() => runner.stop())
  await add('a', job)
  await vi.waitFor(async () => expect(await left()).toEqual([]), 20_000)
  expect(ran).toBe(1)
}, 30_000)
