import { beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '#contract/clients/clients.ts'
import type { Plan } from '#contract/plans/my-plan.ts'
import type { SessionDetail, SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { auditEntries, makeRow, makeSession } from '../../../test/make.ts'
import { questionnaireCalls } from '../../../test/questionnaires.ts'
import { testApp } from '../../../test/test-app.ts'
import { expireTranscripts } from '../../retention/expire-content.ts'
import { findPerson } from '../../erasures/person.queries.ts'
import { readPerson } from '../../person-exports/read-person.queries.ts'

const made = await testApp()
const { db, call, signIn, emails, sessionDefinitionId } = made
const { coach, list, acknowledge, somebody, planOf } = await questionnaireCalls(made)

let client: Awaited<ReturnType<typeof somebody>>
let sessionId = ''
beforeEach(async () => {
  client = await somebody()
  sessionId = await makeSession(db, { clientId: client.id, sessionDefinitionId })
})
const save = async (text: string) =>
  call(
    {
      method: 'PUT',
      url: `/api/sessions/${sessionId}`,
      payload: { transcribedTextScripted: text },
    },
    coach,
  )
const opened = async () =>
  (await call({ url: `/api/sessions/${sessionId}` }, coach)).json<SessionDetail>().safetyMark
const grave = 'Coach: How are you?\n\nClient: I had a week. I want to die.'
const line = { text: 'I want to die.', start: null }

describe('what a client says about dying', () => {
  test('marks session and plan for staff, notifies the coach without it, and tells the client nothing', async () => {
    await save(grave)
    expect(await opened()).toEqual({ id: expect.any(String), lines: [line] })
    const [mark, ...others] = (await list(client.id)).marks
    expect(others).toEqual([])
    expect(mark).toMatchObject({ sessionId, acknowledgedAt: null })
    expect((await planOf(client.id)).client.safetyMarks).toEqual([
      { questionnaire: null, sessionId, raisedAt: expect.any(String) },
    ])
    const day = await call(
      { url: `/api/my-day?from=${encodeURIComponent(new Date().toISOString())}` },
      coach,
    )
    expect(day.body).toContain('what was said')
    const messages = await db
      .selectFrom('message')
      .selectAll()
      .where('kind', '=', 'safetyMark')
      .where('body', 'like', `%${client.id}%`)
      .execute()
    expect(messages.map((it) => it.recipient)).toEqual([emails.coach])
    expect(JSON.stringify(messages)).not.toMatch(/die|suicid|harm/)

    const own = await call({ url: `/api/clients/${client.id}/sessions-and-metrics` }, client.cookie)
    expect(own.json<SessionsAndMetrics>().client.safetyMarks).toEqual([])
    const [plan] = (await call({ url: '/api/my-client-data' }, client.cookie)).json<Plan[]>()
    expect(plan?.help).toBeNull()
    expect((await list(client.id, client.cookie)).marks).toEqual([])
    const archive = await readPerson(db, await findPerson(db, client.id))
    expect(archive['safety_mark']).toBeUndefined()
    // Nothing of it in the client's list of who opened the data.
    const raised = { action: 'safety-mark-raised', rowId: mark?.id ?? '' }
    expect(await auditEntries(db, raised, ['clientId'])).toEqual([{ clientId: null }])
    await acknowledge(mark?.id ?? '')
    const done = { action: 'safety-mark-acknowledged', rowId: mark?.id ?? '' }
    expect(await auditEntries(db, done, ['clientId'])).toEqual([{ clientId: null }])
    expect(await opened()).toBeNull()
    const rows = (await call({ url: '/api/my-coach-clients' }, coach)).json<Client[]>()
    expect(rows.find((it) => it.id === client.id)?.safetyMarks).toEqual([])
  })

  test('marks once: further lines join the open mark, and after it only new ones raise another', async () => {
    await save(grave)
    await save(`${grave} I hurt myself.`)
    const mark = await opened()
    expect(mark?.lines.map(({ text }) => text)).toEqual([line.text, 'I hurt myself.'])
    await acknowledge(mark?.id ?? '')
    await save(grave.replace('I want', 'I, uh, I want'))
    expect(await opened()).toBeNull()
    await save(`${grave} There is no reason to live.`)
    expect((await opened())?.lines.map(({ text }) => text)).toEqual(['There is no reason to live.'])
    expect((await list(client.id)).marks).toHaveLength(2)
  })

  test('is found in a corrected transcript, with its time', async () => {
    const segments = [
      { start: 0, end: 2, speaker: 'Coach', text: 'Do you think of suicide?' },
      { start: 2, end: 5, speaker: 'Client', text: 'I like to fly.' },
    ]
    await db
      .updateTable('session')
      .set({ segments: JSON.stringify(segments), transcribedTextRaw: 'x' })
      .where('id', '=', sessionId)
      .execute()
    const corrected = segments.map((it) => ({
      ...it,
      text: it.text.replace('like to fly', 'want to die'),
    }))
    const answer = await call(
      {
        method: 'PUT',
        url: `/api/sessions/${sessionId}/transcript`,
        payload: { segments: corrected },
      },
      coach,
    )
    expect(answer.statusCode).toBe(200)
    expect((await opened())?.lines).toEqual([{ ...line, start: 2 }])
  })

  test('is not looked for without consent to analysis', async () => {
    const withdrawn = { clientId: client.id, purpose: 'analysis' as const }
    const { consentTextId } = await db
      .selectFrom('consent')
      .select('consentTextId')
      .where('clientId', '=', withdrawn.clientId)
      .where('purpose', '=', withdrawn.purpose)
      .executeTakeFirstOrThrow()
    await makeRow(db, 'consent', { ...withdrawn, isGiven: false, consentTextId })
    await save(grave)
    expect(await opened()).toBeNull()
    expect((await list(client.id)).marks).toEqual([])
  })

  test('is deleted from its mark with the transcript, and the mark stays', async () => {
    await save(grave)
    await expireTranscripts(db, [sessionId])
    expect((await opened())?.lines).toEqual([])
  })

  test('is not marked for what the coach says', async () => {
    await save('Coach: Some people want to die. I want to die, they say.\n\nClient: Not me.')
    expect(await opened()).toBeNull()
  })
})

test('other coaches and clients do not acknowledge it', async () => {
  await save(grave)
  const { id } = (await opened()) ?? { id: '' }
  const otherCoach = await signIn(emails.otherCoach)
  expect((await acknowledge(id, 'Mine.', otherCoach)).statusCode).toBe(404)
  expect((await acknowledge(id, 'Mine.', client.cookie)).statusCode).toBe(403)
})
