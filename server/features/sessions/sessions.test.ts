import { describe, expect, test } from 'vitest'
import { addDays, calendarDay, startOfDay } from '#contract/rules/calendar.ts'
import type { SessionDetail, SessionStatus } from '#contract/sessions/sessions.ts'
import { newId } from '../../platform/ids.ts'
import {
  auditEntries,
  daysFromNow,
  makeRecordingRow,
  makeSession,
  getRow,
  updateRow,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, clientId, sessionDefinitionId, ...made } = await testApp()
const { timeZone } = made.deps.installation
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)

const segments = [{ start: 0, end: 1, speaker: 'Speaker 1', text: 'Hello.' }]
const make = (values = {}) => makeSession(db, { clientId, sessionDefinitionId, ...values })
const withTranscript = () =>
  make({
    transcribedTextRaw: '[00:00:00] Speaker 1: Hello.',
    segments: JSON.stringify(segments),
  })
async function withRecording(posterKey: string | null = null) {
  const sessionId = await withTranscript()
  await makeRecordingRow(db, sessionId, {
    ...{ storageKey: `video/${sessionId}`, posterKey, fileName: 'anna.mp4' },
    ...{ sizeBytes: 5_000_000_000, duration: 61.5 },
  })
  return sessionId
}

const urlOf = (id: string) => `/api/sessions/${id}`
const open = async (id: string, cookie = coach) =>
  (await call({ url: urlOf(id) }, cookie)).json<SessionDetail>()
const change = (id: string, payload: object, cookie = coach) =>
  call({ method: 'PUT', url: urlOf(id), payload }, cookie)
const remove = (url: string, cookie = coach) => call({ method: 'DELETE', url }, cookie)
const actionsOn = async (rowId: string) =>
  (await auditEntries(db, { rowId }, ['action'])).map(({ action }) => action)

test('another coach can neither read nor change a session', async () => {
  const id = await withRecording()
  const calls = (cookie: string, of = id) =>
    Promise.all([
      call({ url: urlOf(of) }, cookie),
      change(of, { status: 'archived' }, cookie),
      remove(`${urlOf(of)}/recording`, cookie),
      remove(urlOf(of), cookie),
    ])
  const codes = (answers: { statusCode: number }[]) => answers.map((it) => it.statusCode)
  expect(codes(await calls(otherCoach))).toEqual([404, 404, 404, 404])
  expect(codes(await calls(admin, newId()))).toEqual([404, 404, 404, 404])
  expect(await open(id)).toMatchObject({ status: 'open', recording: { fileName: 'anna.mp4' } })
})

describe('saving the conversation', () => {
  test('completes the session, is logged without its words, and can be read again', async () => {
    const id = await withTranscript()
    const answer = await change(id, {
      transcribedTextScripted: 'Coach: Hello, Zoë.\n\nClient: Hi.',
    })
    expect(answer.json()).toMatchObject({
      status: 'completed',
      hasConversation: true,
      transcribedTextScripted: 'Coach: Hello, Zoë.\n\nClient: Hi.',
    })
    expect((await open(id)).transcribedTextScripted).toBe('Coach: Hello, Zoë.\n\nClient: Hi.')
    expect(await actionsOn(id)).toEqual(['conversation-saved', 'transcript-opened'])
    expect(JSON.stringify(await db.selectFrom('auditEntry').selectAll().execute())).not.toContain(
      'Zoë',
    )
  })

  test('with a blank text deletes it and leaves the session open', async () => {
    const id = await withTranscript()
    expect((await change(id, { transcribedTextScripted: ' \n' })).json()).toMatchObject({
      status: 'open',
      hasConversation: false,
      transcribedTextScripted: null,
    })
  })
})

describe('changing the status', () => {
  const states: Record<SessionStatus, object> = {
    scheduled: { sessionDate: daysFromNow(1) },
    open: {},
    completed: { completedAt: daysFromNow(0) },
    archived: { completedAt: daysFromNow(0), archivedAt: daysFromNow(0) },
  }
  test.each([
    ['open', 'completed', 200],
    ['open', 'archived', 200],
    ['completed', 'archived', 200],
    ['completed', 'open', 200],
    ['archived', 'open', 200],
    ['archived', 'completed', 409],
    ['scheduled', 'completed', 409],
    ['scheduled', 'archived', 409],
    ['scheduled', 'open', 409],
    ['completed', 'completed', 200],
  ] as const)('from %s to %s returns %d', async (from, to, code) => {
    const id = await make(states[from])
    const answer = await change(id, { status: to })
    expect(answer.statusCode).toBe(code)
    expect((await open(id)).status).toBe(code === 200 ? to : from)
    expect(await actionsOn(id)).toEqual(code === 200 && from !== to ? ['session-changed'] : [])
  })

  test('with an error stores no part of the request', async () => {
    const id = await make({ ...states.archived })
    const answer = await change(id, { transcribedTextScripted: 'Coach: Hi.', status: 'completed' })
    expect(answer.json()).toMatchObject({
      code: 'conflict',
      error: 'A session that is archived cannot be completed.',
    })
    expect((await open(id)).transcribedTextScripted).toBeNull()
  })
})

test('a future session cannot have a recording, transcription or conversation', async () => {
  const urls = (id: string) => [
    {
      method: 'PUT' as const,
      url: urlOf(id),
      payload: { transcribedTextScripted: 'Coach: Hello.' },
    },
    { method: 'POST' as const, url: `${urlOf(id)}/transcribe`, payload: {} },
    {
      method: 'POST' as const,
      url: `${urlOf(id)}/upload-recording`,
      payload: { videoData: 'AAAA' },
    },
  ]
  const toSentences = async (id: string) => {
    const answers = []
    for (const asked of urls(id))
      answers.push((await call(asked, coach)).json<{ error?: string }>().error)
    return answers
  }
  const early = expect.stringContaining('has not taken place yet')
  expect(await toSentences(await make({ sessionDate: daysFromNow(2) }))).toEqual([
    early,
    early,
    early,
  ])
  const endOfToday =
    startOfDay(addDays(calendarDay(new Date(), timeZone), 1), timeZone).getTime() - 1
  const today = await make({ sessionDate: new Date(endOfToday).toISOString() })
  for (const sentence of await toSentences(today)) expect(sentence).not.toEqual(early)
})

describe('the duration of a session', () => {
  test('is that of its type, unless it has its own', async () => {
    const id = await makeSession(db, { clientId, sessionDefinitionId })
    const meetingOf = async (payload?: object) => {
      const method = payload ? 'PUT' : 'GET'
      const answer = await call(
        { method, url: `/api/sessions/${id}`, ...(payload && { payload }) },
        coach,
      )
      return answer.statusCode === 200 ? answer.json<SessionDetail>() : answer.statusCode
    }
    const ofType = { durationMinutes: 50, sessionType: 'digital' }
    expect(await meetingOf()).toMatchObject({ ...ofType, ownDurationMinutes: null })
    const own = { durationMinutes: 90, sessionType: 'physical' }
    expect(await meetingOf(own)).toMatchObject({ ...own, ownSessionType: 'physical' })
    await updateRow(db, 'sessionDefinition', sessionDefinitionId, { durationMinutes: 40 })
    expect(await meetingOf()).toMatchObject(own)
    const asType = { durationMinutes: null, sessionType: null }
    expect(await meetingOf(asType)).toMatchObject({ durationMinutes: 40, sessionType: 'digital' })
    expect(await meetingOf({ durationMinutes: 4 })).toBe(400)
    expect(await meetingOf({ sessionType: 'by phone' })).toBe(400)
  })
})

describe('moving', () => {
  test('to another date is audited with its weeks, and has a version of its own', async () => {
    const id = await make({ sessionDate: daysFromNow(-8) })
    const answer = await change(id, { sessionDate: daysFromNow(3), dateVersion: 1 })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ status: 'scheduled', version: 1, dateVersion: 2 })
    expect(await auditEntries(db, { rowId: id }, ['action', 'details'])).toEqual([
      { action: 'session-moved', details: { fromWeek: 4, toWeek: 5 } },
    ])
  })

  test('is rejected for an outdated date, independently of the conversation', async () => {
    const id = await make()
    await change(id, { transcribedTextScripted: 'Coach: Hello.' })
    expect((await change(id, { sessionDate: daysFromNow(-2), dateVersion: 1 })).statusCode).toBe(
      200,
    )
    expect((await change(id, { dateVersion: 2 })).statusCode).toBe(400)
    const answer = await change(id, { sessionDate: daysFromNow(-4), dateVersion: 1 })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'stale'])
    expect((await change(id, { transcribedTextScripted: 'Hi.', version: 2 })).statusCode).toBe(200)
  })

  test('can be repeated if the response was lost', async () => {
    const id = await make()
    const moved = { sessionDate: daysFromNow(-2), dateVersion: 1 }
    const [first, again] = [await change(id, moved), await change(id, moved)]
    expect(again.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    expect(await actionsOn(id)).toEqual(['session-moved'])
  })

  test.each([
    ['before the plan began', daysFromNow(-40), 400, /^The plan began on/],
    [
      'into the far future',
      daysFromNow(5 * 366 + 2),
      400,
      'The date must be within 5 years from now.',
    ],
    ['nowhere', '', 400, 'Date is required'],
  ])('%s is rejected with an error at the date', async (_, sessionDate, status, sentence) => {
    const id = await make()
    const answer = await change(id, { sessionDate })
    expect(answer.statusCode).toBe(status)
    expect(answer.json().fields.sessionDate).toMatch(sentence)
    expect(await actionsOn(id)).toEqual([])
  })

  test('an archived session, or a recorded or completed one into the future, is rejected', async () => {
    const said = async (id: string, days: number) =>
      (await change(id, { sessionDate: daysFromNow(days) })).json().error as string
    expect(await said(await make({ archivedAt: daysFromNow(0) }), -3)).toMatch(
      /^An archived session cannot be moved/,
    )
    expect(await said(await withRecording(), 3)).toMatch(/^A session with a recording/)
    expect(await said(await make({ completedAt: daysFromNow(0) }), 3)).toMatch(
      /^A completed session/,
    )
    expect((await change(await withRecording(), { sessionDate: daysFromNow(-3) })).statusCode).toBe(
      200,
    )
  })
})

describe('undoing an archiving', () => {
  test('restores the status and the time of completion', async () => {
    const completedAt = '2026-01-02T03:04:05.000Z'
    const id = await make({ completedAt })
    await change(id, { status: 'archived' })
    expect((await change(id, { isArchived: false })).json()).toMatchObject({ status: 'completed' })
    const row = await getRow(db, 'session', id)
    expect(row.completedAt).toBe(completedAt)
    expect(await actionsOn(id)).toEqual(['session-changed', 'session-changed'])
  })
})
