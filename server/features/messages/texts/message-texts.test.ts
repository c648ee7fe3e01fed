import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Notifications } from '#contract/messages.ts'
import { startJobs } from '../../../platform/process/run-jobs.ts'
import {
  type Message,
  type Messenger,
  PermanentFailure,
} from '../../../providers/messaging/messenger.ts'
import { makeUser } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import { newId } from '../../../platform/ids.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { sendMessage } from '../send-message.ts'

/** The active service, for routes and jobs. */
let messenger: Messenger = { channel: undefined, deliver: async () => 'kept' }
const current: Messenger = {
  get channel() {
    return messenger.channel
  },
  deliver: (message, signal) => messenger.deliver(message, signal),
}
const { deps, db, call, signIn, emails, databaseUrl, ...made } = await testApp((given) =>
  withAdapters(given, { email_sms: current }),
)
const errors: Error[] = []
const jobs = await startJobs(deps, {
  connectionString: databaseUrl,
  onError: (error) => errors.push(error),
  // Longer than any pause of a busy machine, so that no other worker takes over.
  times: { heartbeatMs: 50, leaseMs: 60_000, retryMs: 20, recoveryMs: 100 },
})
const delivered: Message[] = []
const by = (
  channel: Messenger['channel'],
  answer: () => Promise<'sent' | 'kept'> = async () => 'sent',
) => {
  messenger = {
    channel,
    deliver: async (message) => {
      delivered.push(message)
      return answer()
    },
  }
}
const [system, admin, coach, client] = [
  await signIn(emails.system),
  await signIn(emails.admin),
  await signIn(emails.coach),
  await signIn(emails.client),
]
beforeEach(() => by('email'))
afterEach(async () => {
  delivered.length = 0
  await db.deleteFrom('message').execute()
  await db.deleteFrom('notification').execute()
  expect(errors.splice(0)).toEqual([])
})
afterAll(() => jobs.stop())
vi.setConfig({ testTimeout: 30_000 })

const values = {
  ...{ with: 'Anna', day: 'Tuesday 24 November', time: '2:00 PM (GMT+1)' },
  link: 'https://wellbeing.example/app',
}
const remind = (userId = made.clientUserId, expiresAt?: Date) =>
  db.transaction().execute((tx) =>
    sendMessage(tx, deps, {
      ...{ kind: 'sessionReminder', userId, values, calendar: 'BEGIN:VCALENDAR', expiresAt },
    }),
  )
const reset = (email = emails.client) =>
  call({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })
const rows = () => db.selectFrom('message').selectAll().orderBy('id').execute()
const settled = () =>
  vi.waitFor(
    async () => {
      const all = await rows()
      expect(all.length).toBeGreaterThan(0)
      expect(all.filter(({ status }) => status === 'waiting')).toEqual([])
      return all
    },
    { timeout: 20_000 },
  )
const save = (payload: object, cookie = client) =>
  call(
    {
      method: 'PUT',
      url: '/api/my-notifications',
      payload: { phone: '', optOuts: {}, version: null, ...payload },
    },
    cookie,
  )
const read = async (cookie = client) =>
  (await call({ url: '/api/my-notifications' }, cookie)).json<Notifications>()
const list = (query = '', cookie = system) => call({ url: `/api/admin/messages${query}` }, cookie)

describe('a message', () => {
  test('has the text of its kind, for its recipient', async () => {
    await remind()
    await settled()
    expect(delivered).toEqual([
      {
        ...{ id: expect.any(String), kind: 'sessionReminder', recipient: emails.client },
        subject: 'Your session on Tuesday 24 November',
        body: expect.stringMatching(
          /^Hello clara,\n\nThis is a reminder of your session with Anna/,
        ),
        values: { ...values, brandName: 'Maylab', firstName: 'clara' },
        calendar: 'BEGIN:VCALENDAR',
      },
    ])
  })

  test('that expired before it was sent is not sent, nor sent again', async () => {
    by('email', () => Promise.reject(new Unavailable('Away.', { waitMs: 1_000 })))
    await remind(made.clientUserId, new Date(Date.now() + 800))
    const [failed] = await settled()
    expect(failed).toMatchObject({
      status: 'failed',
      error: 'Away. Not sent: it would arrive too late.',
    })
    // The scheduler may have sent other messages meanwhile.
    const attempts = () => delivered.filter(({ id }) => id === failed?.id)
    expect(attempts()).toHaveLength(1)
    by('email')
    const url = `/api/admin/messages/${failed?.id}/send-again`
    const answer = await call({ method: 'POST', url }, admin)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error: 'This message is out of date.',
    })
    expect(attempts()).toHaveLength(1)
  })

  test('invites a new user to choose a password', async () => {
    const email = `new.${newId()}@example.com`
    const payload = { firstName: 'New', lastName: 'Coach', email, password: 'not-told-ever' }
    const made = await call(
      { method: 'POST', url: '/api/admin/users', payload: { ...payload, roles: ['coach_user'] } },
      admin,
    )
    expect(made.statusCode).toBe(200)
    await settled()
    const [message] = delivered
    expect(message).toMatchObject({ kind: 'invitation', recipient: email })
    expect(message?.body).toContain('may admin has created a Maylab account for you')
    expect(JSON.stringify(message)).not.toContain('not-told-ever')
    const token = /#token=([\w-]{43})/.exec(message?.body ?? '')?.[1] ?? ''
    const used = await call({
      ...{ method: 'POST', url: '/api/auth/reset-password' },
      payload: { token, password: 'one-of-my-own' },
    })
    expect(used.statusCode).toBe(200)
    await signIn(email, 'one-of-my-own')
  })
})

describe('by text message', () => {
  beforeEach(() => by('text'))

  test('sends the short text to the given number, without a calendar file', async () => {
    await save({ phone: '+45 12 34-56 (78)' })
    await remind()
    await settled()
    expect(delivered).toMatchObject([
      {
        ...{ recipient: '+4512345678', calendar: null },
        body: 'Maylab: your session with Anna is on Tuesday 24 November at 2:00 PM (GMT+1). https://wellbeing.example/app',
      },
    ])
  })

  test('is kept with the reason without a number', async () => {
    await remind()
    const [kept] = await settled()
    expect(kept).toMatchObject({
      ...{ status: 'kept', error: 'This person has no phone number.' },
    })
    expect(delivered).toEqual([])
  })

  test('stops after STOP, until the user saves the settings again', async () => {
    by('text', () => Promise.reject(new PermanentFailure('refused', 'Twilio says: unsubscribed')))
    await save({ phone: '+4512345678' })
    await remind()
    const reason = 'This person replied STOP and no longer gets text messages.'
    expect((await settled())[0]).toMatchObject({ status: 'kept', error: reason })
    expect((await read()).stoppedAt).not.toBeNull()
    by('text')
    await remind()
    expect((await settled()).map(({ error }) => error)).toEqual([reason, reason])
    expect(delivered).toHaveLength(1)
    await save({ phone: '+4512345678', version: 1 })
    expect((await read()).stoppedAt).toBeNull()
    await remind()
    await settled()
    expect(delivered).toHaveLength(2)
  })
})

describe('notification preferences', () => {
  test('keep a message if its channel is off, and create none if all are off', async () => {
    const saved = await save({ optOuts: { sessionReminder: ['email'] } })
    expect(saved.json()).toMatchObject({ optOuts: { sessionReminder: ['email'] }, version: 1 })
    expect(await remind()).toBeDefined()
    expect((await settled())[0]).toMatchObject({
      ...{ status: 'kept', error: 'This person has turned off these messages by email.' },
    })
    await save({ optOuts: { sessionReminder: ['email', 'text'] }, version: 1 })
    expect(await remind()).toBeUndefined()
    expect(delivered).toEqual([])
  })

  test('do not apply to messages about the account', async () => {
    const channels = ['email', 'text']
    const kinds = ['sessionReminder', 'assignmentDue', 'sharedConversation']
    await save({ optOuts: Object.fromEntries(kinds.map((it) => [it, channels])) })
    expect((await save({ optOuts: { passwordReset: channels }, version: 1 })).statusCode).toBe(400)
    await reset()
    await settled()
    expect(delivered).toMatchObject([{ kind: 'passwordReset' }])
  })

  test.each(['12345678', '+45123456789012345'])('%s is no telephone number', async (phone) => {
    const answer = await save({ phone })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      fields: { phone: 'Please enter a number with country code, such as +45 12 34 56 78' },
    })
  })

  test('are private, audited without the number, and have a version', async () => {
    await save({ phone: '+4512345678', timeZone: 'Europe/Copenhagen' })
    expect((await read(coach)).phone).toBe('')
    expect((await save({ timeZone: 'Mars/Olympus', version: 1 })).statusCode).toBe(400)
    expect((await save({})).json()).toMatchObject({ code: 'stale' })
    expect((await save({ version: 7 })).json()).toMatchObject({ code: 'stale' })
    expect((await read()).phone).toBe('+4512345678')
    expect((await call({ url: '/api/my-notifications' })).statusCode).toBe(401)
    const [entry] = await db
      .selectFrom('auditEntry')
      .selectAll()
      .where('action', '=', 'notifications-changed')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(entry).toMatchObject({
      userId: made.clientUserId,
      rowId: made.clientUserId,
      details: {},
    })
  })
})

describe('administrators', () => {
  const post = (subject: string, more = {}) => ({
    ...{ id: newId(), kind: 'invitation', language: 'en', recipient: 'x@example.com', subject },
    ...{ body: `Body of ${subject}`, short: '', status: 'sent', ...more },
  })

  test('list messages newest first, by status and kind', async () => {
    const failed = { status: 'failed', attempts: 14, error: 'Mail says: no such mailbox' }
    await db
      .insertInto('message')
      .values([
        post('one'),
        post('two', failed),
        post('three', { kind: 'passwordReset', status: 'kept' }),
        post('four', { status: 'waiting', nextTryAt: '2999-01-01T00:00:00Z', error: 'Later.' }),
      ])
      .execute()
    const first = await list('?limit=2', admin)
    expect(first.json()).toMatchObject([
      {
        subject: 'four',
        status: 'waiting',
        nextTryAt: '2999-01-01T00:00:00.000Z',
        error: 'Later.',
      },
      { subject: 'three', status: 'kept', nextTryAt: null },
    ])
    expect(first.headers['x-total-count']).toBe('4')
    const next = /^<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await call({ url: next }, admin)).json()).toMatchObject([
      { subject: 'two', ...failed },
      { subject: 'one', error: null },
    ])
    const found = async (query: string) =>
      (await list(query)).json<{ subject: string }[]>().map(({ subject }) => subject)
    expect(await found('?status=failed&limit=9')).toEqual(['two'])
    expect(await found('?kind=passwordReset&limit=9')).toEqual(['three'])
    expect(await found('?kind=invitation&status=sent&limit=9')).toEqual(['one'])
    expect((await list('?status=lost')).statusCode).toBe(400)
    const overview = await call({ url: '/api/admin/overview' }, admin)
    expect(overview.json()).toMatchObject({ failedMessages: 1 })
  })

  test('never see a text in the list; the system administrator opens one, and that is in the log', async () => {
    by(undefined, async () => 'kept')
    await reset()
    const [kept] = await settled()
    const id = kept?.id ?? ''
    for (const cookie of [system, admin])
      expect((await list('', cookie)).body).not.toContain('#token=')
    const url = `/api/admin/messages/${id}`
    expect((await call({ url }, admin)).statusCode).toBe(403)
    const opened = await call({ url }, system)
    expect(opened.json()).toMatchObject({ body: expect.stringContaining('/reset-password#token=') })
    const logged = await db
      .selectFrom('auditEntry')
      .select(['userId', 'rowId'])
      .where('action', '=', 'message-opened')
      .execute()
    expect(logged).toEqual([{ userId: made.systemUserId, rowId: id }])
    expect((await call({ url: `/api/admin/messages/${newId()}` }, system)).statusCode).toBe(404)
  })

  test('send a failed or kept message again, which is audited', async () => {
    by('email', () => Promise.reject(new Rejected('refused', 'Mail says: no such mailbox')))
    await remind()
    const [failed] = await settled()
    expect(failed).toMatchObject({ status: 'failed', error: 'Mail says: no such mailbox' })
    const url = `/api/admin/messages/${failed?.id}/send-again`
    by('email')
    const answers = await Promise.all(
      [admin, admin].map((cookie) => call({ method: 'POST', url }, cookie)),
    )
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409'])
    await settled()
    expect((await rows())[0]).toMatchObject({ status: 'sent', attempts: 1, error: null })
    expect(delivered.map(({ id }) => id)).toEqual([failed?.id, failed?.id])
    const left = await call({ method: 'POST', url }, admin)
    expect(left.json()).toMatchObject({ error: 'This message was already sent.' })
    const gone = `/api/admin/messages/${newId()}/send-again`
    expect((await call({ method: 'POST', url: gone }, admin)).statusCode).toBe(404)
    const logged = await db
      .selectFrom('auditEntry')
      .select(['userId', 'rowId', 'details'])
      .where('action', '=', 'message-sent-again')
      .where('rowId', '=', failed?.id ?? '')
      .execute()
    expect(logged).toEqual([
      { userId: made.adminUserId, rowId: failed?.id, details: { kind: 'sessionReminder' } },
    ])
  })

  const sendAgain = (id: string | undefined) =>
    call({ method: 'POST', url: `/api/admin/messages/${id}/send-again` }, admin)
  const refused = () =>
    by('email', () => Promise.reject(new Rejected('refused', 'Mail says: no such mailbox')))
  const correct = async (id: string, email: string) => {
    const url = `/api/admin/users/${id}`
    const answer = await call({ method: 'PATCH', url, payload: { email } }, admin)
    expect(answer.statusCode).toBe(200)
  }
  async function invited() {
    const email = `typo.${newId()}@example.com`
    const payload = { firstName: 'Ty', lastName: 'Po', email, password: 'not-told-ever' }
    const answer = await call({ method: 'POST', url: '/api/admin/users', payload }, admin)
    const [message] = await settled()
    return { id: answer.json<{ id: string }>().id, email, message }
  }
  const tokenIn = (text = '') => /#token=([\w-]{43})/.exec(text)?.[1] ?? ''
  const choose = (body: string | undefined) => {
    const payload = { token: tokenIn(body), password: 'one-of-my-own' }
    return call({ method: 'POST', url: '/api/auth/reset-password', payload })
  }

  test('send a message again to the current address', async () => {
    refused()
    const userId = await makeUser(db, { email: `old.${newId()}@example.com`, roles: ['org_user'] })
    await remind(userId)
    const [failed] = await settled()
    const email = `right.${newId()}@example.com`
    await db.updateTable('user').set({ email }).where('id', '=', userId).execute()
    by('email')
    expect((await sendAgain(failed?.id)).json()).toMatchObject({ recipient: email })
    expect(await settled()).toMatchObject([{ status: 'sent', recipient: email }])
    expect(delivered.at(-1)).toMatchObject({ recipient: email })
  })

  test.each([
    ['failed', 1],
    ['left', 2],
  ])(
    'send an invitation that %s again, with a new link, to the corrected address',
    async (how, count) => {
      if (how === 'failed') refused()
      const { id, message } = await invited()
      expect(message).toMatchObject({
        kind: 'invitation',
        status: how === 'left' ? 'sent' : 'failed',
      })
      const email = `ty.${newId()}@example.com`
      await correct(id, email)
      expect((await choose(message?.body)).statusCode).toBe(404)
      by('email')
      const answer = await sendAgain(message?.id)
      expect(answer.json()).toMatchObject({ kind: 'invitation', recipient: email })
      const all = await settled()
      expect(all).toHaveLength(count)
      expect(all.at(-1)).toMatchObject({ id: answer.json<{ id: string }>().id, status: 'sent' })
      expect(delivered.at(-1)).toMatchObject({ recipient: email })
      expect((await choose(delivered.at(-1)?.body)).statusCode).toBe(200)

      await signIn(email, 'one-of-my-own')
      const needless = await sendAgain(answer.json<{ id: string }>().id)
      expect(needless.statusCode).toBe(409)
      expect(needless.json()).toMatchObject({
        error: expect.stringMatching(/^This user has already signed in/),
      })
    },
  )

  test('cannot invite a deactivated user again', async () => {
    const { id, message } = await invited()
    const url = `/api/admin/users/${id}`
    await call({ method: 'PATCH', url, payload: { isActive: false } }, admin)
    const answer = await sendAgain(message?.id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ error: expect.stringContaining('reactivate it') })
    expect(await rows()).toHaveLength(1)
  })

  test('cannot send an expired link again', async () => {
    refused()
    await reset()
    const [failed] = await settled()
    by('email')
    const past = new Date(Date.now() - 1000).toISOString()
    const expire = (expiresAt: string) =>
      db.updateTable('passwordReset').set({ expiresAt }).execute()
    await expire(past)
    const answer = await sendAgain(failed?.id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ error: expect.stringContaining('Forgot your password?') })
    expect((await rows())[0]).toMatchObject({ status: 'failed' })
    await expire(new Date(Date.now() + 60_000).toISOString())
    expect((await sendAgain(failed?.id)).statusCode).toBe(200)
    expect(await settled()).toMatchObject([{ status: 'sent' }])
  })

  test('a waiting link is withheld when the address is corrected', async () => {
    by('email', () => Promise.reject(new Unavailable('Away.', { waitMs: 600_000 })))
    const email = `waits.${newId()}@example.com`
    const payload = { firstName: 'Wa', lastName: 'It', email, password: 'not-told-ever' }
    const made = await call({ method: 'POST', url: '/api/admin/users', payload }, admin)
    await vi.waitFor(async () => expect((await rows())[0]).toMatchObject({ error: 'Away.' }))
    await correct(made.json<{ id: string }>().id, `now.${newId()}@example.com`)
    expect(await rows()).toMatchObject([
      { status: 'kept', error: 'The link in this message is no longer valid.' },
    ])
  })
})
