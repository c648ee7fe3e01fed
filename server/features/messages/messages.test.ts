import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type JobTimings, startJobs } from '../../platform/process/run-jobs.ts'
import type { Messenger } from '../../providers/messaging/messenger.ts'
import { outsideMessenger } from '../../test/outside-messenger.ts'
import { jobProcesses } from '../../test/job-processes.ts'
import { testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'
import { enqueueMessage } from './send-message.ts'

const { deps, db, databaseUrl } = await testApp()

/** A fake mail service with the messages it received, and its response. */
const received: { id: string; subject: string; body: string }[] = []
let answer = (response: ServerResponse) => void response.end()
const service = createServer((request, response) => {
  void (async () => {
    received.push(JSON.parse(await text(request)) as (typeof received)[number])
    answer(response)
  })()
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
const refuse = (status: number, why: string) => (response: ServerResponse) =>
  void response.writeHead(status).end(why)

const errors: Error[] = []
const started: { stop: () => Promise<void> }[] = []
const quick = { heartbeatMs: 50, leaseMs: 1_000, retryMs: 20, recoveryMs: 100 }
async function startWorker(
  messenger: Messenger = outsideMessenger(origin),
  times: Partial<JobTimings> = {},
) {
  const jobs = await startJobs(withAdapters(deps, { email_sms: messenger }), {
    connectionString: databaseUrl,
    onError: (error) => errors.push(error),
    times: { ...quick, ...times },
  })
  started.push(jobs)
  return jobs
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((it) => it.stop()))
  await db.deleteFrom('message').execute()
  received.length = 0
  answer = (response) => void response.end()
  expect(errors.splice(0)).toEqual([])
})
afterAll(() => {
  service.closeAllConnections()
  service.close()
})

const body = 'Dear Sarah,\n\nhttps://wellbeing.example/x#token=a&b="c" – Søren ✓\n'
const written = { kind: 'passwordReset', language: 'en', recipient: 'sarah@example.com', short: '' }
const send = (subject: string, more: Partial<Parameters<typeof enqueueMessage>[2]> = {}) =>
  db
    .transaction()
    .execute((tx) => enqueueMessage(tx, deps.queue, { ...written, subject, body, ...more }))
const rowOf = (subject: string) =>
  db.selectFrom('message').selectAll().where('subject', '=', subject).executeTakeFirstOrThrow()
const until = (subject: string, status: string) =>
  vi.waitFor(async () => expect((await rowOf(subject)).status).toBe(status), { timeout: 20_000 })

test('a message is sent once, unchanged', async () => {
  await Promise.all([startWorker(), startWorker()])
  await Promise.all(Array.from({ length: 20 }, (_, index) => send(`number ${index}`)))
  for (let index = 0; index < 20; index++) await until(`number ${index}`, 'sent')
  expect(received).toHaveLength(20)
  expect(new Set(received.map(({ id }) => id)).size).toBe(20)
  expect(received[0]).toMatchObject({ recipient: 'sarah@example.com', body })
  expect(await rowOf('number 0')).toMatchObject({ attempts: 1, error: null, leasedUntil: null })
})

test('without a service a message is stored for an administrator to read', async () => {
  const { adapter: outbox } = await deps.providers.active('email_sms')
  await startWorker(outbox)
  await send('stays')
  await until('stays', 'kept')
  expect(await rowOf('stays')).toMatchObject({ body, error: null })
})

test('an unavailable service is retried, and the reason is stored', async () => {
  answer = refuse(503, 'Too many messages.')
  await startWorker()
  await send('later')
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(4)
  await expect
    .poll(() => rowOf('later'))
    .toMatchObject({
      ...{ status: 'waiting', error: 'Too many messages.', leasedUntil: null },
    })
  const { attempts, nextTryAt } = await rowOf('later')
  expect(attempts).toBeGreaterThanOrEqual(4)
  expect(Date.parse(nextTryAt)).toBeGreaterThan(Date.now() - 5_000)
  answer = (response) => void response.end()
  await until('later', 'sent')
  expect((await rowOf('later')).error).toBeNull()
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
})

test('a rejected message fails at once with the message of the service', async () => {
  answer = refuse(400, 'There is no such address.')
  await startWorker()
  await send('refused')
  await until('refused', 'failed')
  expect(await rowOf('refused')).toMatchObject({ attempts: 1, error: 'There is no such address.' })
})

test('an unexpected error is reported, and its text is not shown', async () => {
  let isBroken = true
  await startWorker({
    channel: 'email',
    async deliver() {
      if (isBroken) throw new Error('secret detail')
      return 'sent'
    },
  })
  await send('stumbling')
  await expect
    .poll(async () => (await rowOf('stumbling')).error)
    .toBe('Something went wrong on our side.')
  isBroken = false
  await until('stumbling', 'sent')
  expect(errors.splice(0).length).toBeGreaterThan(0)
})

test('a stop requeues a message without counting an attempt', async () => {
  answer = () => undefined
  const worker = await startWorker()
  await send('interrupted')
  await expect.poll(() => received.length).toBe(1)
  await worker.stop()
  started.length = 0
  expect(await rowOf('interrupted')).toMatchObject({ status: 'waiting', attempts: 0 })
  answer = (response) => void response.end()
  await startWorker()
  await until('interrupted', 'sent')
})

const processes = jobProcesses({ deps, databaseUrl })
const startProcess = () => processes.start({ service: origin })

test('after a kill the next process sends the message under the same id', async () => {
  answer = () => undefined
  await send('survives')
  const first = startProcess()
  await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1)
  await processes.kill(first)
  answer = (response) => void response.end()
  startProcess()
  await until('survives', 'sent')
  expect(received.map(({ id }) => id)).toEqual([received[0]?.id, received[0]?.id])
  expect((await rowOf('survives')).attempts).toBe(2)
}, 60_000)
