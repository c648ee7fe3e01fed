import { describe, expect, test } from 'vitest'
import type { SessionDetail, SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { newId } from '../../../platform/ids.ts'
import {
  auditEntries,
  daysFromNow,
  makeClient,
  makeRow,
  makeSession,
  makeUser,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, clientId, sessionDefinitionId, ...made } = await testApp()
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)
const client = await signIn(emails.client)

const said = 'Coach: How are you?\n\nClient: Better, thank you.'
const make = (values = {}) =>
  makeSession(db, {
    clientId,
    sessionDefinitionId,
    transcribedTextRaw: '[00:00:01] Speaker 1: How are you?',
    transcribedTextScripted: said,
    ...values,
  })
const urlOf = (id: string) => `/api/sessions/${id}/shared-conversation`
const share = (id: string, cookie = coach, version = 1) =>
  call({ method: 'POST', url: urlOf(id), payload: { version } }, cookie)
const withdraw = (id: string, cookie = coach) => call({ method: 'DELETE', url: urlOf(id) }, cookie)
const read = (id: string, cookie = client) => call({ url: urlOf(id) }, cookie)
const save = (id: string, transcribedTextScripted: string) =>
  call({ method: 'PUT', url: `/api/sessions/${id}`, payload: { transcribedTextScripted } }, coach)
const shared = async (values = {}) => {
  const id = await make(values)
  expect((await share(id)).statusCode).toBe(200)
  return id
}
const inPlan = async (id: string, cookie: string, of = clientId) =>
  (await call({ url: `/api/clients/${of}/sessions-and-metrics` }, cookie))
    .json<SessionsAndMetrics>()
    .sessions.find((it) => it.id === id)
const entriesOn = (rowId: string) =>
  auditEntries(db, { rowId }, ['action', 'userId', 'clientId', 'details'])
const actionsOn = async (rowId: string) => (await entriesOn(rowId)).map(({ action }) => action)

describe('sharing a conversation', () => {
  test('lets the client read it, and says who shared it when', async () => {
    const id = await make()
    expect((await read(id)).statusCode).toBe(404)
    const answer = await share(id)
    expect(answer.json<SessionDetail>()).toMatchObject({
      id,
      sharing: { sharedBy: 'anna coach', changedAt: null },
      // Not part of the response, because sharing does not count as opening.
      transcribedTextScripted: null,
    })
    const { sharing, ...rest } = (await read(id)).json<{ sharing: { sharedAt: string } }>()
    expect(rest).toMatchObject({ text: said, sessionDefinitionName: 'Weekly coaching' })
    expect(sharing).toMatchObject({ sharedBy: 'anna coach', changedAt: null })
    expect(Math.abs(Date.parse(sharing.sharedAt) - Date.now())).toBeLessThan(60_000)
  })

  test('is audited, and so is its first opening', async () => {
    const id = await shared()
    await read(id)
    await read(id)
    expect(await entriesOn(id)).toEqual([
      { action: 'conversation-shared', userId: made.coachUserId, clientId, details: {} },
      { action: 'shared-conversation-opened', userId: made.clientUserId, clientId, details: {} },
    ])
  })

  test('again keeps the first user and time, and is not audited', async () => {
    const id = await shared()
    expect((await share(id, admin)).json()).toMatchObject({ sharing: { sharedBy: 'anna coach' } })
    expect(await actionsOn(id)).toEqual(['conversation-shared'])
  })

  test('is rejected without a conversation', async () => {
    const id = await make({ transcribedTextScripted: null })
    const answer = await share(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ error: 'This session has no conversation to share.' })
    expect(await actionsOn(id)).toEqual([])
  })

  test('is rejected if the conversation has changed since it was read', async () => {
    const id = await make()
    await save(id, `${said} Really.`)
    const answer = await share(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'stale' })
    expect((await read(id)).statusCode).toBe(404)
    expect((await share(id, coach, 2)).statusCode).toBe(200)
  })
})

describe('revoking', () => {
  test('makes the conversation not found, and is audited', async () => {
    const id = await shared()
    expect((await withdraw(id)).json()).toMatchObject({ sharing: null })
    expect((await read(id)).statusCode).toBe(404)
    expect((await read(newId())).json()).toEqual({
      ...(await read(id)).json<object>(),
      requestId: expect.any(String) as string,
    })
    expect(await actionsOn(id)).toEqual(['conversation-shared', 'conversation-withdrawn'])
  })

  test('is not found for users who may not change the session', async () => {
    const id = await shared()
    expect((await withdraw(id, otherCoach)).statusCode).toBe(404)
    expect((await read(id)).statusCode).toBe(200)
  })
})

describe('a conversation that changes after it was shared', () => {
  test('is shown in its current form, with the time of the change', async () => {
    const id = await shared()
    await save(id, 'Coach: Hello.')
    const { text, sharing } = (await read(id)).json<{
      text: string
      sharing: { changedAt: string; sharedAt: string }
    }>()
    expect(text).toBe('Coach: Hello.')
    expect(Date.parse(sharing.changedAt)).toBeGreaterThan(Date.parse(sharing.sharedAt))
  })

  test('is no longer shared once it is deleted, nor is a new one', async () => {
    const id = await shared()
    await save(id, '')
    expect((await read(id)).statusCode).toBe(404)
    await save(id, 'Coach: Something new.')
    expect((await read(id)).statusCode).toBe(404)
    expect(await inPlan(id, coach)).toMatchObject({ sharing: null })
  })
})

describe('reading a shared conversation', () => {
  test('is impossible for other clients', async () => {
    const id = await shared()
    const email = 'st.ranger@example.com'
    await makeClient(db, { userId: await makeUser(db, { email, roles: ['client_user'] }) })
    expect((await read(id, await signIn(email))).statusCode).toBe(404)
  })

  test('of a family member is possible for the guardian only', async () => {
    const email = 'gu.ardian@example.com'
    const guardianId = await makeClient(db, {
      userId: await makeUser(db, { email, roles: ['client_user'] }),
    })
    const kinId = newId()
    const kin = { id: kinId, guardianId, coachId: made.coachId, createdAt: daysFromNow(-30) }
    await makeRow(db, 'client', {
      ...kin,
      firstName: 'Viggo',
      lastName: 'Ardian',
      familyRelation: 'Son',
    })
    const id = await shared({ clientId: kinId })
    const guardian = await signIn(email)
    expect((await read(id, guardian)).json()).toMatchObject({ text: said })
    expect((await read(id)).statusCode).toBe(404)
    await withdraw(id)
    expect((await read(id, guardian)).statusCode).toBe(404)
  })

  test('starts from the plan, which shows that it is shared, without its text', async () => {
    const [id, unshared] = [await shared(), await make()]
    const own = await inPlan(id, client)
    expect(own).toMatchObject({
      sharing: { sharedBy: 'anna coach' },
      hasRawTranscript: false,
      hasConversation: false,
      transcribedTextRaw: null,
      transcribedTextScripted: null,
      recordingUrl: null,
    })
    expect(await inPlan(unshared, client)).toMatchObject({ sharing: null })
    expect(await inPlan(id, coach)).toMatchObject({ sharing: { sharedBy: 'anna coach' } })
  })
})
