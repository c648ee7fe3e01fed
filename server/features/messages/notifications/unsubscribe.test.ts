import { expect, test } from 'vitest'
import type { Notifications } from '#contract/messages/messages.ts'
import { auditEntries } from '../../../test/make.ts'
import { messageCalls } from '../../../test/messages.ts'

const { app, delivered, remind, reset, deliverAll } = await messageCalls()
const { call, signIn, emails } = app
const client = await signIn(emails.client)
const oneClick = {
  payload: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
}
const optOuts = async () =>
  (await call({ url: '/api/my-notifications' }, client)).json<Notifications>().optOuts

test('a mail program turns off this kind of email at one click, without signing in', async () => {
  await remind()
  await deliverAll()
  const url = delivered[0]?.unsubscribeUrl ?? ''
  const { pathname } = new URL(url)
  expect((await call({ url: pathname })).headers.location).toMatch(/^\/unsubscribe#token=/)
  expect(await optOuts()).toEqual({})
  for (const _again of [1, 2]) {
    const answer = await call({ method: 'POST', url: pathname, ...oneClick })
    expect([answer.statusCode, answer.json()]).toEqual([200, { label: 'A session tomorrow' }])
  }
  expect(await optOuts()).toEqual({ sessionReminder: ['email'] })
  expect(await auditEntries(app.db, { action: 'notifications-changed' }, ['rowId'])).toHaveLength(2)
  await remind()
  expect((await deliverAll()).at(-1)).toMatchObject({ status: 'kept' })
})

test('a link that was not made here turns off nothing', async () => {
  await remind()
  await deliverAll()
  const [userId, , signature] =
    (delivered[0]?.unsubscribeUrl ?? '').split('/').at(-1)?.split('.') ?? []
  for (const token of ['x', `${userId}.assignmentDue.${signature}`, `${userId}.sessionReminder.`])
    expect(
      (await call({ method: 'POST', url: `/api/unsubscribe/${token}`, ...oneClick })).statusCode,
    ).toBe(404)
  expect(await optOuts()).toEqual({})
})

test('messages that cannot be turned off have no such link', async () => {
  await reset()
  await deliverAll()
  expect(delivered).toMatchObject([{ kind: 'passwordReset', unsubscribeUrl: null }])
})
