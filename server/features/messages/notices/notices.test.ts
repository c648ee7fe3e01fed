import { beforeEach, expect, test } from 'vitest'
import { type MyNotices } from '#contract/messages/notices.ts'
import { testApp } from '../../../test/test-app.ts'
import { sendMessage } from '../send-message.ts'

const { deps, db, call, signIn, emails, ...made } = await testApp()
const [client, coach] = [await signIn(emails.client), await signIn(emails.coach)]
beforeEach(() => db.deleteFrom('message').execute())

const share = (userId = made.clientUserId, link = 'http://localhost/app/my-plan/x?session=y') =>
  db.transaction().execute((tx) =>
    sendMessage(tx, deps, {
      ...{ kind: 'sharedConversation', userId, values: { sharedBy: 'Thomas', link } },
    }),
  )
const read = async (cookie = client) =>
  (await call({ url: '/api/my-notices' }, cookie)).json<MyNotices>()
const see = (ids: readonly unknown[], cookie = client) =>
  call({ method: 'POST', url: '/api/my-notices/read', payload: { ids } }, cookie)

test('notices are listed for their user only, with a path on this site', async () => {
  const id = await share()
  expect(await read()).toEqual({
    notices: [
      {
        ...{ id, createdAt: expect.any(String), isRead: false },
        text: 'Thomas shared the conversation of a session with you.',
        path: '/app/my-plan/x?session=y',
      },
    ],
    unread: 1,
  })
  expect(await read(coach)).toEqual({ notices: [], unread: 0 })
  expect((await call({ url: '/api/my-notices' })).statusCode).toBe(401)
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
  const [first, second] = [await share(), await share()]
  expect((await see([first, second], coach)).statusCode).toBe(200)
  expect(await read()).toMatchObject({ unread: 2 })
  expect((await see([second])).statusCode).toBe(200)
  expect(await read()).toMatchObject({
    notices: [
      { id: first, isRead: false },
      { id: second, isRead: true },
    ],
    unread: 1,
  })
})

test('an impersonating administrator leaves notices unread', async () => {
  const id = await share()
  const cookie = await made.impersonate(made.clientUserId)
  expect((await see([id], cookie)).statusCode).toBe(200)
  expect(await read(cookie)).toMatchObject({ notices: [{ id }], unread: 1 })
})
