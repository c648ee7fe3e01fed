import { describe, expect, test } from 'vitest'
import { messageCalls } from '../../test/messages.ts'
import { auditEntries, makeUser, updateRow } from '../../test/make.ts'
import { listStatusCodes } from '../../test/test-app.ts'
import { newId } from '../../platform/ids.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'

const { app: made, by, delivered, rows, remind, reset, deliverAll } = await messageCalls()
const { db, call, signIn, emails } = made
const system = await signIn(emails.system)
const admin = await signIn(emails.admin)

const list = (query = '', cookie = system) => call({ url: `/api/admin/messages${query}` }, cookie)

describe('administrators', () => {
  const post = (subject: string, more = {}) => ({
    ...{ id: newId(), kind: 'invitation', language: 'en', recipient: 'x@example.com', subject },
    ...{ body: `Body of ${subject}`, short: '', status: 'sent', ...more },
  })

  test('list messages newest first, by status and kind', async () => {
    const failed = { status: 'failed', attempts: 14, error: 'Mail says: no such mailbox' }
    const posts = [
      post('one'),
      post('two', failed),
      post('three', { kind: 'passwordReset', status: 'kept' }),
      post('four', { status: 'waiting', error: 'Later.' }),
    ]
    await db.insertInto('message').values(posts).execute()
    await made.deps.queue.add(db, 'deliver', { id: posts[3]?.id ?? '' }, 3_600_000)
    const first = await list('?limit=2', admin)
    const [{ nextTryAt }] = first.json<[{ nextTryAt: string }]>()
    expect(Date.parse(nextTryAt) - Date.now()).toBeGreaterThan(3_590_000)
    expect(first.json()).toMatchObject([
      { subject: 'four', status: 'waiting', error: 'Later.' },
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

  test('see no text in the list; a system administrator can open one, which is audited', async () => {
    by(undefined, async () => 'kept')
    await reset()
    const [kept] = await deliverAll()
    const id = kept?.id ?? ''
    for (const cookie of [system, admin])
      expect((await list('', cookie)).body).not.toContain('#token=')
    const url = `/api/admin/messages/${id}`
    expect((await call({ url }, admin)).statusCode).toBe(403)
    const opened = await call({ url }, system)
    expect(opened.json()).toMatchObject({ body: expect.stringContaining('/reset-password#token=') })
    const logged = await auditEntries(db, { action: 'message-opened' }, ['userId', 'rowId'])
    expect(logged).toEqual([{ userId: made.systemUserId, rowId: id }])
    expect((await call({ url: `/api/admin/messages/${newId()}` }, system)).statusCode).toBe(404)
  })

  test('send a failed or kept message again, which is audited', async () => {
    by('email', () => Promise.reject(new Rejected('refused', 'Mail says: no such mailbox')))
    await remind()
    const [failed] = await deliverAll()
    expect(failed).toMatchObject({ status: 'failed', error: 'Mail says: no such mailbox' })
    const url = `/api/admin/messages/${failed?.id}/send-again`
    by('email')
    const answers = await Promise.all(
      [admin, admin].map((cookie) => call({ method: 'POST', url }, cookie)),
    )
    expect(listStatusCodes(answers)).toEqual([200, 409])
    await deliverAll()
    expect((await rows())[0]).toMatchObject({ status: 'sent', attempts: 1, error: null })
    expect(delivered.map(({ id }) => id)).toEqual([failed?.id, failed?.id])
    const left = await call({ method: 'POST', url }, admin)
    expect(left.json()).toMatchObject({ error: 'This message was already sent.' })
    const gone = `/api/admin/messages/${newId()}/send-again`
    expect((await call({ method: 'POST', url: gone }, admin)).statusCode).toBe(404)
    const logged = await auditEntries(
      db,
      { action: 'message-sent-again', rowId: failed?.id ?? '' },
      ['userId', 'rowId', 'details'],
    )
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
    const [message] = await deliverAll()
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
    const [failed] = await deliverAll()
    const email = `right.${newId()}@example.com`
    await updateRow(db, 'user', userId, { email })
    by('email')
    expect((await sendAgain(failed?.id)).json()).toMatchObject({ recipient: email })
    expect(await deliverAll()).toMatchObject([{ status: 'sent', recipient: email }])
    expect(delivered.at(-1)).toMatchObject({ recipient: email })
  })

  test.each([
    ['failed', 1],
    ['was sent', 2],
  ])(
    'send an invitation that %s again, with a new link, to the corrected address',
    async (how, count) => {
      if (how === 'failed') refused()
      const { id, message } = await invited()
      expect(message).toMatchObject({
        kind: 'invitation',
        status: how === 'was sent' ? 'sent' : 'failed',
      })
      const email = `ty.${newId()}@example.com`
      await correct(id, email)
      expect((await choose(message?.body)).statusCode).toBe(404)
      by('email')
      const answer = await sendAgain(message?.id)
      expect(answer.json()).toMatchObject({ kind: 'invitation', recipient: email })
      const all = await deliverAll()
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
    const [failed] = await deliverAll()
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
    expect(await deliverAll()).toMatchObject([{ status: 'sent' }])
  })

  test('a waiting link is withheld when the address is corrected', async () => {
    by('email', () => Promise.reject(new Unavailable('Away.')))
    const email = `waits.${newId()}@example.com`
    const payload = {
      firstName: 'Wa',
      lastName: 'It',
      email,
      password: 'not-told-ever',
      roles: ['coach_user'],
    }
    const made = await call({ method: 'POST', url: '/api/admin/users', payload }, admin)
    expect((await deliverAll())[0]).toMatchObject({ error: 'Away.' })
    await correct(made.json<{ id: string }>().id, `now.${newId()}@example.com`)
    expect(await deliverAll()).toMatchObject([
      { status: 'kept', error: 'The link in this message is no longer valid.' },
    ])
  })
})
