import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { newId } from '../../platform/ids.ts'
import { localService } from '../../test/local-service.ts'
import { daysFromNow, makeUser, updateRow } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { runQueuedJobs } from '../../test/run-queued-jobs.ts'

const receiver = await localService((_call, response) => void response.writeHead(204).end())
const app = await testApp((it) => ({
  config: { ...it.config, allowedLocalHosts: [new URL(receiver.origin).host] },
}))
const { call, signIn, db, clientId, sessionDefinitionId, emails } = app
await makeUser(db, { email: 'system@example.com', roles: ['system_admin'] })
const cookie = await signIn('system@example.com')
const create = (payload: object) =>
  call({ method: 'POST', url: '/api/admin/webhooks', payload }, cookie)
const newWebhook = async (...events: string[]) =>
  (await create({ url: `${receiver.origin}/hook`, events })).json<{ id: string; secret: string }>()
const remove = (id: string) => call({ method: 'DELETE', url: `/api/admin/webhooks/${id}` }, cookie)
const deliveries = async (id: string) =>
  (await call({ url: `/api/admin/webhooks/${id}/deliveries` }, cookie)).json<WebhookDelivery[]>()
const deliverAll = () => runQueuedJobs(app, 'deliver-webhook')
const schedule = async () =>
  call(
    {
      ...{ method: 'POST', url: `/api/clients/${clientId}/scheduled-sessions` },
      payload: { sessionDefinitionId, sessionDate: daysFromNow(2) },
    },
    await signIn(emails.coach),
  )

test('a scheduled session calls the webhook with ids only, signed as Standard Webhooks describe', async () => {
  const { id, secret } = await newWebhook('session.scheduled')
  receiver.forget()
  expect((await schedule()).statusCode).toBe(200)
  await deliverAll()
  const [received] = receiver.calls
  const body = received?.body.toString() ?? ''
  const { 'webhook-id': webhookId, 'webhook-timestamp': timestamp } = received?.headers ?? {}
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key)
    .update([webhookId, timestamp, body].join('.'))
    .digest('base64')
  expect(received?.headers['webhook-signature']).toBe(`v1,${signature}`)
  expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60)
  expect(JSON.parse(body)).toEqual({
    type: 'session.scheduled',
    timestamp: expect.any(String),
    data: { sessionId: expect.any(String), clientId },
  })
  expect(await deliveries(id)).toMatchObject([{ status: 'sent', attempts: 1, responseStatus: 204 }])
  await remove(id)
})

test('only chosen events are sent', async () => {
  const { id } = await newWebhook('transcript.ready')
  await schedule()
  expect(await deliveries(id)).toEqual([])
  await remove(id)
})

test('a failed delivery is retried under the same id, given up, and can be sent again by hand', async () => {
  const { id } = await newWebhook('session.scheduled')
  receiver.forget()
  receiver.next((_call, response) => void response.writeHead(500).end())
  await call({ method: 'POST', url: `/api/admin/webhooks/${id}/test` }, cookie)
  await deliverAll()
  const [first] = await deliveries(id)
  expect(first).toMatchObject({ status: 'waiting', attempts: 1, event: 'test' })
  expect(first?.error).toContain('status 500')
  await deliverAll()
  expect(await deliveries(id)).toMatchObject([{ status: 'sent', attempts: 2, error: null }])
  const ids = receiver.calls.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([first?.id, first?.id])

  await call({ method: 'POST', url: `/api/admin/webhooks/${id}/test` }, cookie)
  await sql`update pgboss.job set data = data || '{"failures": 13}' where state = 'created'`.execute(
    db,
  )
  receiver.next((_call, response) => void response.writeHead(410).end())
  await deliverAll()
  const [given] = await deliveries(id)
  expect(given).toMatchObject({ status: 'failed', attempts: 14 })

  const resend = (webhookId = id) =>
    call(
      { method: 'POST', url: `/api/admin/webhooks/${webhookId}/deliveries/${given?.id}/resend` },
      cookie,
    )
  expect((await resend(newId())).statusCode).toBe(409)
  expect((await resend()).statusCode).toBe(200)
  await deliverAll()
  expect(await deliveries(id)).toMatchObject([{ status: 'sent', attempts: 1, error: null }, {}])
  expect(receiver.calls.at(-1)?.headers['webhook-id']).toBe(given?.id)
  expect((await resend()).statusCode).toBe(409)
  await remove(id)
})

test.each([
  ['http://127.0.0.1:9', 'local network'],
  ['http://[::1]/', 'local network'],
  ['http://2130706433/', 'local network'],
  ['http://169.254.169.254/latest', 'local network'],
  ['https://user:secret@example.com/', 'password'],
  ['ftp://example.com/', 'https://'],
])('the address %s is rejected', async (url, reason) => {
  const answer = await create({ url, events: ['session.scheduled'] })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields.url).toContain(reason)
})

test('an address that later points to this machine is not called', async () => {
  const { id } = await newWebhook('session.scheduled')
  await updateRow(db, 'webhook', id, { url: 'http://127.0.0.1:9/' })
  await call({ method: 'POST', url: `/api/admin/webhooks/${id}/test` }, cookie)
  await deliverAll()
  expect((await deliveries(id))[0]?.error).toContain('its address leads to this machine')
  await remove(id)
})

test('the secret is stored encrypted and shown only once', async () => {
  const { id, secret } = await newWebhook('session.scheduled')
  expect(secret).toMatch(/^whsec_/)
  const row = db.selectFrom('webhook').select('secret').where('id', '=', id)
  expect((await row.executeTakeFirstOrThrow()).secret).not.toContain(secret)
  expect((await call({ url: '/api/admin/webhooks' }, cookie)).body).not.toContain('whsec_')
  await remove(id)
})
