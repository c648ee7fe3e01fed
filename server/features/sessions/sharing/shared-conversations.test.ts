import { describe, expect, test } from 'vitest'
import type { SessionDetail, SessionsAndMetrics } from '#contract/sessions.ts'
import { newId } from '../../../platform/ids.ts'
import { daysFromNow, makeClient, makeSession, makeUser } from '../../../test/make.ts'
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
  db
    .selectFrom('auditEntry')
    .select(['action', 'userId', 'clientId', 'details'])
    .where('rowId', '=', rowId)
    .orderBy('id')
    .execute()
const actionsOn = async (rowId: string) => (await entriesOn(rowId)).map(({ action }) => action)

describe('sharing a conversation', () => {
  test('lets the client read it, and says who shared it when', async () => {
    const id = await make()
    expect((await read(id)).statusCode).toBe(404)
    const answer = await share(id)
    expect(answer.json<SessionDetail>()).toMatchObject({
      id,
      sharing: { sharedBy: 'anna coach', changedAt: null },
      // The answer to a click is no opening of what was said.
      transcribedTextScripted: null,
    })
    const { sharing, ...rest } = (await read(id)).json<{ sharing: { sharedAt: string } }>()
    expect(rest).toMatchObject({ text: said, sessionDefinitionName: 'Weekly coaching' })
    expect(sharing).toMatchObject({ sharedBy: 'anna coach', changedAt: null })
    expect(Math.abs(Date.parse(sharing.sharedAt) - Date.now())).toBeLessThan(60_000)
  })

  test('is in the log, and so is its opening, once', async () => {
    const id = await shared()
    await read(id)
    await read(id)
    expect(await entriesOn(id)).toEqual([
      { action: 'conversation-shared', userId: made.coachUserId, clientId, details: {} },
      { action: 'shared-conversation-opened', userId: made.clientUserId, clientId, details: {} },
    ])
  })

  test('a second time keeps who shared it first, and writes nothing down', async () => {
    const id = await shared()
    expect((await share(id, admin)).json()).toMatchObject({ sharing: { sharedBy: 'anna coach' } })
    expect(await actionsOn(id)).toEqual(['conversation-shared'])
  })

  test('is refused where there is no conversation', async () => {
    const id = await make({ transcribedTextScripted: null })
    const answer = await share(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ error: 'This session has no conversation to share.' })
    expect(await actionsOn(id)).toEqual([])
  })

  test('is refused where somebody changed the words since they were read', async () => {
    const id = await make()
    await save(id, `${said} Really.`)
    const answer = await share(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'stale' })
    expect((await read(id)).statusCode).toBe(404)
    expect((await share(id, coach, 2)).statusCode).toBe(200)
  })
})

describe('taking it back', () => {
  test('leaves nothing to be found, and is in the log', async () => {
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

describe('a conversation that is changed after it was shared', () => {
  test('is read as it is now, with when it changed', async () => {
    const id = await shared()
    await save(id, 'Coach: Hello.')
    const { text, sharing } = (await read(id)).json<{
      text: string
      sharing: { changedAt: string; sharedAt: string }
    }>()
    expect(text).toBe('Coach: Hello.')
    expect(Date.parse(sharing.changedAt)).toBeGreaterThan(Date.parse(sharing.sharedAt))
  })

  test('is shared no more once it is deleted, nor is another one in its place', async () => {
    const id = await shared()
    await save(id, '')
    expect((await read(id)).statusCode).toBe(404)
    await save(id, 'Coach: Something new.')
    expect((await read(id)).statusCode).toBe(404)
    expect(await inPlan(id, coach)).toMatchObject({ sharing: null })
  })
})

describe('who reads a shared conversation', () => {
  test('is no other client', async () => {
    const id = await shared()
    const email = 'st.ranger@example.com'
    await makeClient(db, { userId: await makeUser(db, { email, roles: ['client_user'] }) })
    expect((await read(id, await signIn(email))).statusCode).toBe(404)
  })

  test('of a family member is the guardian, and nobody of another family', async () => {
    const email = 'gu.ardian@example.com'
    const guardianId = await makeClient(db, {
      userId: await makeUser(db, { email, roles: ['client_user'] }),
    })
    const kinId = newId()
    const kin = { id: kinId, guardianId, coachId: made.coachId, createdAt: daysFromNow(-30) }
    await db
      .insertInto('client')
      .values({ ...kin, firstName: 'Viggo', lastName: 'Ardian', familyRelation: 'Son' })
      .execute()
    const id = await shared({ clientId: kinId })
    const guardian = await signIn(email)
    expect((await read(id, guardian)).json()).toMatchObject({ text: said })
    expect((await read(id)).statusCode).toBe(404)
    await withdraw(id)
    expect((await read(id, guardian)).statusCode).toBe(404)
  })

  test('finds in the plan that it is shared, and none of its words', async () => {
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
