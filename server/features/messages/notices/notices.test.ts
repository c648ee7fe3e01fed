import { beforeEach, describe, expect, test } from 'vitest'
import { type MyNotices } from '#contract/messages/notices.ts'
import { makeSession, updateRow } from '../../../test/make.ts'
import { messageCalls } from '../../../test/messages.ts'
import { secondsUntil } from '../../../test/run-queued-jobs.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import type { Told } from './notice-kind.ts'
import { notify } from './notify.ts'
import { msOfQuiet } from './word-notice.ts'

const { app, by, delivered, deliverAll, rows } = await messageCalls()
const { deps, db, call, signIn, emails, clientId, sessionDefinitionId, ...made } = app
const [client, coach] = [await signIn(emails.client), await signIn(emails.coach)]
beforeEach(() => db.deleteFrom('session').execute())

/** A session whose conversation the coach shared, of which the client is told. */
async function share(userIds = [made.clientUserId], by: string | null = made.coachUserId) {
  const sessionId = await makeSession(db, {
    ...{ clientId, sessionDefinitionId, transcribedTextScripted: 'Coach: Hello.' },
  })
  const shared = { sessionId, sharedBy: made.coachUserId }
  await db.insertInto('conversationShare').values(shared).execute()
  await db
    .transaction()
    .execute((tx) =>
      notify(tx, deps, { kind: 'sharedConversation', userIds, by, rowId: sessionId }),
    )
  return sessionId
}
const withdraw = (sessionId: string) =>
  db.deleteFrom('conversationShare').where('sessionId', '=', sessionId).execute()
const read = async (cookie = client) =>
  (await call({ url: '/api/my-notices' }, cookie)).json<MyNotices>()
const see = (ids: readonly unknown[], cookie = client) =>
  call({ method: 'POST', url: '/api/my-notices/read', payload: { ids } }, cookie)

describe('a notice', () => {
  test('is listed for its user at once, with a path on this site', async () => {
    await share()
    expect(await read()).toEqual({
      notices: [
        {
          ...{ id: expect.any(String), createdAt: expect.any(String), isRead: false },
          text: expect.stringMatching(/^anna shared the conversation of .* with you\.$/),
          path: `/app/my-plan/${clientId}`,
        },
      ],
      unread: 1,
    })
    expect(await read(coach)).toEqual({ notices: [], unread: 0 })
    expect((await call({ url: '/api/my-notices' })).statusCode).toBe(401)
  })

  test('never goes to whoever caused it', async () => {
    await share([made.clientUserId, made.coachUserId], made.coachUserId)
    expect((await rows()).map(({ userId }) => userId)).toEqual([made.clientUserId])
  })

  test('is one for several of a kind, sent ten minutes after the first', async () => {
    for (const _ of [1, 2, 3]) await share()
    const [open, ...others] = await rows()
    expect(others).toEqual([])
    const seconds = await secondsUntil(app, 'deliver', { id: open?.id ?? '' })
    expect(Math.round(Number(seconds) / 60)).toBe(10)
    await deliverAll()
    expect(delivered).toMatchObject([{ subject: 'Something was shared with you' }])
    await share()
    expect((await deliverAll()).map(({ status }) => status)).toEqual(['sent', 'sent'])
    expect(delivered[1]).toMatchObject({
      subject: 'anna shared something with you',
      body: expect.stringContaining(`/app/my-plan/${clientId}`),
      values: expect.objectContaining({ sharedBy: 'anna', firstName: 'clara' }),
    })
  })

  test('of several is one even if they happen at the same moment', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(() => share()))
    expect(await rows()).toMatchObject([{ rowIds: { length: 5 } }])
  })

  test('that is no longer true is neither sent nor listed', async () => {
    const [first, second] = [await share(), await share()]
    await withdraw(first)
    expect((await read()).notices).toMatchObject([
      { text: expect.stringMatching(/^anna shared the/) },
    ])
    await withdraw(second)
    expect(await read()).toEqual({ notices: [], unread: 0 })
    expect(await deliverAll()).toEqual([])
    expect(delivered).toEqual([])
  })

  test('that was read before it was sent is not sent', async () => {
    await share()
    const [notice] = (await read()).notices
    await see([notice?.id])
    expect(await deliverAll()).toMatchObject([
      { status: 'kept', error: 'It was read before it was sent.' },
    ])
  })

  test('that was read is unread again, and sent, when another joins it', async () => {
    await share()
    await see((await read()).notices.map(({ id }) => id))
    await share()
    expect((await read()).unread).toBe(1)
    await deliverAll()
    expect(delivered).toMatchObject([{ subject: 'Something was shared with you' }])
  })

  test('is told once of each version of a conversation, although it was withdrawn before', async () => {
    const id = await makeSession(db, {
      ...{ clientId, sessionDefinitionId, transcribedTextScripted: 'Coach: Hello.' },
    })
    const url = `/api/sessions/${id}/shared-conversation`
    const change = (method: 'POST' | 'DELETE') =>
      call({ method, url, payload: method === 'POST' ? { version: 1 } : undefined }, coach)
    for (const sent of [0, 1, 1]) {
      await change('POST')
      if (sent === 0) await change('DELETE')
      await deliverAll()
      expect(delivered).toHaveLength(sent)
      await change('DELETE')
    }
  })

  test('is sent once by two processes', async () => {
    await share()
    await Promise.all([deliverAll(), deliverAll()])
    expect(delivered).toHaveLength(1)
  })

  test('is gone if its user is deactivated before it is sent', async () => {
    await share()
    await updateRow(db, 'user', made.clientUserId, { deactivatedAt: new Date().toISOString() })
    expect(await deliverAll()).toEqual([])
    await updateRow(db, 'user', made.clientUserId, { deactivatedAt: null })
    expect(delivered).toEqual([])
  })

  test('waits for the morning of its recipient', async () => {
    const hours = 22 - new Date().getUTCHours()
    const timeZone = `Etc/GMT${hours < 0 ? '+' : '-'}${Math.abs(hours)}`
    const zone = hours > 12 ? `Etc/GMT+${24 - hours}` : timeZone
    await db
      .insertInto('notification')
      .values({ userId: made.clientUserId, timeZone: zone })
      .execute()
    await share()
    const [waiting] = await deliverAll()
    expect(waiting).toMatchObject({ status: 'waiting', attempts: 0 })
    const hoursLeft = Number(await secondsUntil(app, 'deliver', { id: waiting?.id ?? '' })) / 3600
    expect(hoursLeft).toBeGreaterThan(9)
    expect(hoursLeft).toBeLessThanOrEqual(10)
    // Others of its kind join it until then.
    await share()
    expect(await rows()).toMatchObject([{ rowIds: { length: 2 } }])
  })

  test.each([
    ['2036-10-25T20:00:00Z', 11],
    ['2036-10-26T00:30:00Z', 6.5],
    ['2036-03-29T21:00:00Z', 9],
  ])('waits until eight in the night in which the clocks change (%s)', (at, hours) => {
    const told = { isUrgent: false } as Told
    expect(msOfQuiet(told, 'Europe/Copenhagen', new Date(at))).toBe(hours * 3_600_000)
  })

  test('is listed although all channels are turned off', async () => {
    const optOuts = JSON.stringify({ sharedConversation: ['email', 'text'] })
    await db.insertInto('notification').values({ userId: made.clientUserId, optOuts }).execute()
    await share()
    expect(await deliverAll()).toMatchObject([{ status: 'kept' }])
    expect(delivered).toEqual([])
    expect((await read()).notices).toHaveLength(1)
  })

  test('of a deactivated account does not exist', async () => {
    await updateRow(db, 'user', made.clientUserId, { deactivatedAt: new Date().toISOString() })
    await share()
    await updateRow(db, 'user', made.clientUserId, { deactivatedAt: null })
    expect(await rows()).toEqual([])
  })

  test('that could not be sent is worded again for the next attempt', async () => {
    const [first] = [await share(), await share()]
    by('email', () => Promise.reject(new Unavailable('Away.')))
    await deliverAll()
    await withdraw(first)
    by('email')
    await deliverAll()
    expect(delivered.at(-1)).toMatchObject({ subject: 'anna shared something with you' })
  })
})

test('messages about the account are not listed as notices', async () => {
  const payload = { email: emails.client }
  await call({ method: 'POST', url: '/api/auth/forgot-password', payload })
  expect(await db.selectFrom('message').select('kind').execute()).toEqual([
    { kind: 'passwordReset' },
  ])
  expect(await read()).toEqual({ notices: [], unread: 0 })
})

test('read notices come after unread ones, and only their user marks them read', async () => {
  await share()
  await deliverAll()
  await share()
  const ids = (await rows()).map(({ id }) => id)
  expect((await see(ids, coach)).statusCode).toBe(200)
  expect(await read()).toMatchObject({ unread: 2 })
  expect((await see(ids.slice(1))).statusCode).toBe(200)
  expect(await read()).toMatchObject({
    notices: [
      { id: ids[0], isRead: false },
      { id: ids[1], isRead: true },
    ],
    unread: 1,
  })
})

test('an impersonating administrator leaves notices unread', async () => {
  await share()
  const cookie = await made.impersonate(made.clientUserId)
  const [{ id } = { id: '' }] = (await read(cookie)).notices
  expect((await see([id], cookie)).statusCode).toBe(200)
  expect(await read(cookie)).toMatchObject({ notices: [{ id }], unread: 1 })
})
