import type { ServerResponse } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import { jobProcesses } from '../../test/job-processes.ts'
import { localService } from '../../test/local-service.ts'
import { getRow } from '../../test/make.ts'
import { outsideMessenger } from '../../test/outside-messenger.ts'
import { runQueuedJobs } from '../../test/run-queued-jobs.ts'
import { testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'
import { enqueueMessage } from './send-message.ts'

const app = await testApp()
const { deps, db, databaseUrl } = app
const service = await localService((_call, response) => void response.end())
const refuse = (status: number, why: string) =>
  service.next((_call, response: ServerResponse) => void response.writeHead(status).end(why))
const received = () =>
  service.calls.map((it) => JSON.parse(it.body.toString()) as { id: string; body: string })
beforeEach(() => service.forget())

const outside = {
  ...app,
  deps: withAdapters(deps, { email_sms: outsideMessenger(service.origin) }),
}
const deliverAll = (from = outside) => runQueuedJobs(from, 'deliver')
const body = 'Dear Sarah,\n\nhttps://wellbeing.example/x#token=a&b="c" – Søren ✓\n'
const send = () =>
  enqueueMessage(db, deps.queue, {
    ...{ kind: 'passwordReset', language: 'en', recipient: 'sarah@example.com' },
    ...{ subject: 'New password', body, short: '' },
  })

test('a message is sent once, unchanged', async () => {
  const id = await send()
  await deliverAll()
  await deps.queue.add(db, 'deliver', { id })
  await deliverAll()
  expect(received()).toEqual([
    expect.objectContaining({ id, recipient: 'sarah@example.com', body }),
  ])
  expect(await getRow(db, 'message', id)).toMatchObject({
    status: 'sent',
    attempts: 1,
    error: null,
  })
})

test('without a service a message is stored for an administrator to read', async () => {
  const id = await send()
  await deliverAll(app)
  expect(await getRow(db, 'message', id)).toMatchObject({ status: 'kept', body, error: null })
})

test('a message that could not be sent shows why, and is sent later under the same id', async () => {
  refuse(503, 'Too many messages.')
  const id = await send()
  await deliverAll()
  const error = 'Too many messages.'
  expect(await getRow(db, 'message', id)).toMatchObject({ status: 'waiting', attempts: 1, error })
  await deliverAll()
  expect(received().map((it) => it.id)).toEqual([id, id])
  expect(await getRow(db, 'message', id)).toMatchObject({
    status: 'sent',
    attempts: 2,
    error: null,
  })
})

test('a rejected message fails at once with the message of the service', async () => {
  refuse(400, 'There is no such address.')
  const id = await send()
  await deliverAll()
  const error = 'There is no such address.'
  expect(await getRow(db, 'message', id)).toMatchObject({ status: 'failed', attempts: 1, error })
})

const processes = jobProcesses({ deps, databaseUrl })

test('after a kill the next process sends the message under the same id', async () => {
  service.next(() => undefined)
  const id = await send()
  const first = processes.start({ service: service.origin })
  await expect.poll(received, { timeout: 30_000 }).toHaveLength(1)
  await processes.kill(first)
  processes.start({ service: service.origin })
  const row = () => getRow(db, 'message', id)
  await expect.poll(row, { timeout: 60_000 }).toMatchObject({ status: 'sent', attempts: 2 })
  expect(received().map((it) => it.id)).toEqual([id, id])
}, 120_000)
