import { beforeEach, describe, expect, test } from 'vitest'
import type { DataReader, Plan } from '#contract/plans/my-plan.ts'
import { audit } from '../../audit/audit.ts'
import { newId } from '../../../platform/ids.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import { daysFromNow, makeClient, makeSession, makeUser, updateRow } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, deps, call, signIn, emails, clientId, ...made } = await testApp()
const client = await signIn(emails.client)
const coach = await signIn(emails.coach)

const url = '/api/my-client-data'
const plansOf = async (cookie = client) => (await call({ url }, cookie)).json<Plan[]>()
const readersOf = async (cookie = client) =>
  (await call({ url: `${url}/readers` }, cookie)).json<DataReader[]>()
const viggo = { firstName: 'Viggo', lastName: 'Client', familyRelation: 'Son' }
await call({ method: 'POST', url: `${url}/family`, payload: viggo }, client)
const strangerUserId = await makeUser(db, {
  email: 'st.ranger@example.com',
  roles: ['client_user'],
})
await makeClient(db, { userId: strangerUserId })
const stranger = await signIn('st.ranger@example.com')

beforeEach(() => db.deleteFrom('auditEntry').execute())

describe('who opened my data', () => {
  const open = (id: string, cookie: string) =>
    call({ url: `/api/clients/${id}/sessions-and-metrics?transcripts=omit` }, cookie)

  test('lists the coach and the administrator, newest first, but not the client', async () => {
    const [, child] = await plansOf()
    await open(clientId, coach)
    await open(clientId, client)
    await open(child?.id ?? '', await signIn(emails.admin))
    expect(await readersOf()).toMatchObject([
      {
        who: 'may admin',
        role: 'Administrator',
        signedInAs: null,
        what: 'opened the plan',
        whose: 'Viggo Client',
      },
      { who: 'anna coach', role: 'Coach', what: 'opened the plan', whose: null },
    ])
  })

  test('lists an administrator who impersonates the client', async () => {
    await open(clientId, await made.impersonate(made.clientUserId))
    const [opened, begun] = await readersOf()
    expect(opened).toMatchObject({
      who: 'sys admin',
      role: 'Administrator',
      signedInAs: 'you',
      what: 'opened the plan',
    })
    expect(begun).toMatchObject({
      who: 'sys admin',
      signedInAs: null,
      what: 'signed in to the account',
    })
  })

  test('lists an impersonating administrator who only opens the first page of the client', async () => {
    await plansOf(await made.impersonate(made.clientUserId))
    expect((await readersOf()).map(({ what, signedInAs }) => [what, signedInAs])).toContainEqual([
      'opened the plan',
      'you',
    ])
  })

  test('does not list what the client reads', async () => {
    await plansOf()
    await open(clientId, client)
    expect(await readersOf()).toEqual([])
  })

  test('names the session by its date, even after it moved or was deleted', async () => {
    const [was, is] = [daysFromNow(-3), daysFromNow(-2)]
    const sessionId = await makeSession(db, {
      ...{ clientId, sessionDefinitionId: made.sessionDefinitionId, sessionDate: was },
      transcribedTextRaw: 'Hello.',
    })
    const dates = async () => (await readersOf()).map(({ sessionDate }) => sessionDate)
    const download = (format: string) =>
      call(
        { url: `/api/sessions/${sessionId}/transcript-file?what=transcript&format=${format}` },
        coach,
      )
    await download('txt')
    expect(await dates()).toEqual([was])
    await updateRow(db, 'session', sessionId, { sessionDate: is })
    expect(await dates()).toEqual([is])
    // A second download of the same file is not listed again; another file is.
    await download('txt')
    await download('docx')
    expect(await dates()).toEqual([is, is])
    await call({ method: 'DELETE', url: `/api/sessions/${sessionId}` }, coach)
    expect(await dates()).toEqual([is, is, was])
    expect((await readersOf())[0]?.what).toBe('deleted a session')
  })

  test('is paged', async () => {
    const entry = { action: 'values-changed', clientId } as const
    for (let count = 1; count <= 5; count++) await audit(db, { userId: made.coachUserId }, entry)
    const all = (await readersOf()).map(({ id }) => id)
    const page = (address: string) => call({ url: address }, client)
    const first = await page(`${url}/readers?limit=3`)
    expect(first.headers['x-total-count']).toBe('5')
    const [, next = ''] = /<(.*)>/.exec(String(first.headers.link)) ?? []
    const second = await page(next)
    expect(second.headers.link).toBeUndefined()
    expect(
      [...first.json<DataReader[]>(), ...second.json<DataReader[]>()].map(({ id }) => id),
    ).toEqual(all)
  })

  test('includes links to a recording, and users of the link', async () => {
    const sessionId = await makeSession(db, {
      clientId,
      sessionDefinitionId: made.sessionDefinitionId,
    })
    await makeRecording(deps, sessionId)
    const recording = `/api/sessions/${sessionId}/recording`
    await call({ url: `/api/sessions/${sessionId}?transcripts=omit` }, coach)
    const link = await call({ method: 'POST', url: `${recording}/link` }, coach)
    expect(await readersOf()).toMatchObject([
      { who: 'anna coach', what: 'created a link to a recording' },
      { who: 'anna coach', what: 'opened the plan' },
    ])
    const { url: address } = link.json<{ url: string }>()
    await call({ url: address })
    await call({ url: recording, headers: { range: 'bytes=5-' } }, coach)
    expect((await readersOf()).slice(0, 2)).toMatchObject([
      { who: 'anna coach', role: 'Coach', what: 'opened a recording' },
      { who: 'Someone', role: 'Not signed in', what: 'opened a recording using a link' },
    ])
  })

  test.each([
    ['diarization', 'processed a transcript'],
    ['metric_extraction', 'analyzed a conversation for values'],
    ['burnout_assessment', 'analyzed a conversation for signs of strain'],
    ['session_preparation', 'prepared a session from earlier conversations'],
  ])('describes an execution of type %s', async (type, what) => {
    const entry = { action: 'template-executed', clientId, details: { type } } as const
    await audit(db, { userId: made.coachUserId }, entry)
    expect((await readersOf())[0]).toMatchObject({ who: 'anna coach', what })
  })

  test('has no user for automatic runs', async () => {
    const entry = { action: 'template-executed', clientId } as const
    await audit(db, {}, { ...entry, details: { type: 'session_preparation' } })
    expect((await readersOf())[0]).toMatchObject({
      who: 'This application',
      role: 'By itself',
      what: 'prepared a session from earlier conversations',
    })
  })

  test('is not available to other users', async () => {
    expect(await readersOf(stranger)).toEqual([])
    expect((await call({ url: `${url}/readers` }, coach)).statusCode).toBe(403)
  })

  test('is separate for each family member', async () => {
    const [, child] = await plansOf()
    for (const it of await plansOf()) await open(it.id, coach)
    const readersFor = async (id: string | undefined, cookie = client) =>
      (await call({ url: `${url}/readers?clientId=${id}` }, cookie)).json<DataReader[]>()
    expect((await readersFor(child?.id)).map(({ whose, what }) => [whose, what])).toEqual([
      ['Viggo Client', 'opened the plan'],
    ])
    expect(new Set((await readersFor(clientId)).map(({ whose }) => whose))).toEqual(new Set([null]))
    expect(await readersFor(child?.id, stranger)).toEqual([])
    expect(await readersFor(newId())).toEqual([])
  })
})
