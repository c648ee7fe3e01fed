import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { DataReader } from '#contract/plans/my-plan.ts'
import { auditEntries, makeClient, makeUser } from '../../test/make.ts'
import { sendMessage } from '../messages/send-message.ts'
import { testApp } from '../../test/test-app.ts'

const made = await testApp()
const { db, deps, call, signIn, emails, clientId, coachId } = made
const admin = await signIn(emails.admin)
const coach = await signIn(emails.coach)
const client = await signIn(emails.client)
// After the first client by name.
const otherUserId = await makeUser(db, { email: 'z.ebra@example.com', roles: ['client_user'] })
const otherId = await makeClient(db, { coachId, userId: otherUserId })
beforeEach(() => db.deleteFrom('auditEntry').execute())

const listed = async () =>
  (await auditEntries(db, { action: 'client-listed' }, ['clientId', 'userId'])).map((it) => [
    it.clientId,
    it.userId,
  ])
const get = async (url: string, cookie: string) =>
  expect((await call({ url }, cookie)).statusCode).toBe(200)
const whatClientSees = async () =>
  (await call({ url: '/api/my-client-data/readers' }, client)).json<DataReader[]>()

test('only clients on the page that was sent are logged', async () => {
  await get('/api/admin/clients?limit=1', admin)
  expect(await listed()).toEqual([[clientId, made.adminUserId]])
  await get('/api/admin/clients?limit=5&q=zebra', admin)
  expect(await listed()).toHaveLength(1)
  await get('/api/admin/clients', admin)
  expect(await listed()).toHaveLength(2)
  expect(await listed()).toContainEqual([otherId, made.adminUserId])
})

test('each reader is logged once a day, however many lists are read at once', async () => {
  const lists = ['/api/admin/clients', '/api/admin/clients?limit=10', '/api/admin/clients?limit=10']
  await Promise.all(lists.map((url) => get(url, admin)))
  await get('/api/my-coach-clients?limit=10', coach)
  await get('/api/my-coach-clients?limit=10', coach)
  expect((await whatClientSees()).map(({ who, what }) => [who, what])).toEqual([
    ['anna coach', 'saw the name and risk in a list of clients'],
    ['may admin', 'saw the name and risk in a list of clients'],
  ])
  await db
    .updateTable('auditEntry')
    .set({ createdAt: sql`created_at - interval '1 day'` })
    .execute()
  await get('/api/my-coach-clients?limit=10', coach)
  expect((await whatClientSees()).map(({ who }) => who)).toEqual([
    ...['anna coach', 'anna coach', 'may admin'],
  ])
})

test('consents and the text of a message are logged for the client, unless the client reads them', async () => {
  const system = await signIn(emails.system)
  const id = await db.transaction().execute((tx) =>
    sendMessage(tx, deps, {
      ...{ kind: 'securityNotice', userId: made.clientUserId },
      values: { what: 'Your password was changed', link: 'https://wellbeing.example/app' },
    }),
  )
  await db.deleteFrom('auditEntry').execute()
  await get(`/api/clients/${clientId}/consents`, client)
  expect(await auditEntries(db, { clientId })).toEqual([])
  for (const _again of [1, 2]) {
    await get(`/api/clients/${clientId}/consents`, coach)
    await get(`/api/admin/messages/${id}`, system)
  }
  expect((await whatClientSees()).map(({ who, what }) => [who, what])).toEqual([
    ['sys admin', 'read the text of a message'],
    ['anna coach', 'opened the consents'],
  ])
  await get(`/api/clients/${clientId}/consents`, await made.impersonate(made.clientUserId))
  expect(await whatClientSees()).toContainEqual(
    expect.objectContaining({ who: 'sys admin', signedInAs: 'you', what: 'opened the consents' }),
  )
})
