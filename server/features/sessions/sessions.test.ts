import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { addDays, calendarDay, startOfDay } from '#contract/calendar.ts'
import type { JsonEndpoint } from '#contract/endpoint.ts'
import type { SessionDetail, SessionsAndMetrics, SessionStatus } from '#contract/sessions.ts'
import { endpoints } from '../../platform/http/docs/contract-exports.ts'
import { newId } from '../../platform/ids.ts'
import {
  daysFromNow,
  makeAssignmentType,
  makeFoundRisk,
  makeMetric,
  makeRecordingRow,
  makeSession,
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
const transcribing = (sessionId: string, status: string, createdAt = daysFromNow(0)) =>
  db
    .insertInto('transcription')
    .values({ id: newId(), sessionId, status, createdAt, warnings: ['SILENT'], progress: 0.4 })
    .execute()

const urlOf = (id: string) => `/api/sessions/${id}`
const open = async (id: string, cookie = coach) =>
  (await call({ url: urlOf(id) }, cookie)).json<SessionDetail>()
const change = (id: string, payload: object, cookie = coach) =>
  call({ method: 'PUT', url: urlOf(id), payload }, cookie)
const remove = (url: string, cookie = coach) => call({ method: 'DELETE', url }, cookie)
const actionsOn = async (rowId: string) =>
  (
    await db
      .selectFrom('auditEntry')
      .select('action')
      .where('rowId', '=', rowId)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)
const openersOf = async (rowId: string) =>
  (
    await db
      .selectFrom('auditEntry')
      .select('userId')
      .where('rowId', '=', rowId)
      .where('action', '=', 'transcript-opened')
      .execute()
  ).map(({ userId }) => userId)
const discardedKeys = async (of: string) =>
  (await db.selectFrom('discardedFile').select('storageKey').execute())
    .map(({ storageKey }) => storageKey)
    .filter((key) => key.includes(of))
    .toSorted()

const isJsonEndpoint = (it: unknown): it is JsonEndpoint =>
  typeof it === 'object' &&
  it !== null &&
  'access' in it &&
  'response' in it &&
  typeof it.response !== 'string'

describe('opening a session', () => {
  test('shows its recording, its transcript as data, and its latest transcription', async () => {
    const id = await withRecording('poster/1')
    await transcribing(id, 'failed', daysFromNow(-2))
    await transcribing(id, 'completed', daysFromNow(-1))
    expect(await open(id)).toMatchObject({
      id,
      clientName: 'clara client',
      status: 'open',
      recordingUrl: `/api/sessions/${id}/recording`,
      transcribedTextRaw: '[00:00:00] Speaker 1: Hello.',
      segments,
      recording: {
        fileName: 'anna.mp4',
        sizeBytes: 5_000_000_000,
        duration: 61.5,
        hasPoster: true,
      },
      transcription: { status: 'completed', progress: 0.4, warnings: ['SILENT'] },
    })
  })

  test('is audited once if there is a transcript, and otherwise not at all', async () => {
    const [spoken, silent] = [await withTranscript(), await make()]
    await open(spoken)
    await open(spoken)
    await open(silent)
    expect(await actionsOn(spoken)).toEqual(['transcript-opened'])
    expect(await actionsOn(silent)).toEqual([])
  })

  const plan = '/api/clients/{id}/sessions-and-metrics'
  /** Every response of the contract that can contain transcripts. */
  const answers: Record<string, (id: string, query: string) => ReturnType<typeof call>> = {
    'GET /api/sessions/{id}': (id, query) => call({ url: urlOf(id) + query }, coach),
    'PUT /api/sessions/{id}': (id, query) =>
      call({ method: 'PUT', url: urlOf(id) + query, payload: { status: 'completed' } }, coach),
    'POST /api/sessions/{id}/shared-conversation': async (id) => {
      const { version } = await db
        .updateTable('session')
        .set({ transcribedTextScripted: 'Coach: Good morning.' })
        .where('id', '=', id)
        .returning('version')
        .executeTakeFirstOrThrow()
      const url = `${urlOf(id)}/shared-conversation`
      return call({ method: 'POST', url, payload: { version } }, coach)
    },
    'DELETE /api/sessions/{id}/shared-conversation': (id) =>
      remove(`${urlOf(id)}/shared-conversation`),
    'DELETE /api/sessions/{id}/recording': (id, query) => remove(`${urlOf(id)}/recording${query}`),
    [`GET ${plan}`]: (_, query) => call({ url: plan.replace('{id}', clientId) + query }, coach),
    'POST /api/clients/{id}/scheduled-sessions': () => {
      const payload = { sessionDefinitionId, sessionDate: daysFromNow(1) }
      const url = `/api/clients/${clientId}/scheduled-sessions`
      return call({ method: 'POST', url, payload }, coach)
    },
  }

  test('is audited for every response that includes transcripts, and only for those', async () => {
    for (const [name, ask] of Object.entries(answers))
      for (const query of ['', '?transcripts=include', '?transcripts=omit']) {
        const id = await withRecording()
        const answer = await ask(id, query)
        expect(answer.statusCode, name).toBe(200)
        const answered = answer.json<SessionDetail | SessionsAndMetrics>()
        const sessions = 'sessions' in answered ? answered.sessions : [answered]
        const isShown = sessions.some((it) => it.id === id && it.transcribedTextRaw !== null)
        const isAskedFor = query !== '?transcripts=omit' && !/^POST|shared-conversation$/.test(name)
        expect(isShown, `${name} ${query}`).toBe(isAskedFor)
        expect(answer.body.includes('Hello'), `${name} ${query}`).toBe(isAskedFor)
        expect(await openersOf(id), `${name} ${query}`).toEqual(isShown ? [made.coachUserId] : [])
      }
  })

  test('is possible by no other endpoint', async () => {
    const carriers: string[] = []
    for (const { endpoint: it } of endpoints)
      if (
        isJsonEndpoint(it) &&
        JSON.stringify(z.toJSONSchema(it.response)).includes('transcribedText')
      )
        carriers.push(`${it.method} ${it.path}`)
    expect(carriers.toSorted()).toEqual(Object.keys(answers).toSorted())
  })
})

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

  test('with an error stores nothing of the request', async () => {
    const id = await make({ ...states.archived })
    const answer = await change(id, { transcribedTextScripted: 'Coach: Hi.', status: 'completed' })
    expect(answer.json()).toMatchObject({
      code: 'conflict',
      error: 'A session that is archived cannot be completed.',
    })
    expect((await open(id)).transcribedTextScripted).toBeNull()
  })
})

const isSweepQueued = async () => {
  const { rows } =
    await sql`delete from graphile_worker._private_jobs where key = 'sweep' returning id`.execute(
      db,
    )
  return rows.length === 1
}

describe('deleting', () => {
  test('a recording keeps the transcripts, and leaves its files to the sweep', async () => {
    const id = await withRecording(`poster/of`)
    const answer = await remove(`${urlOf(id)}/recording`)
    expect(answer.json()).toMatchObject({ recording: null, recordingUrl: null, segments })
    expect(await discardedKeys(id)).toEqual([`video/${id}`])
    expect(await discardedKeys('poster/of')).toHaveLength(1)
    expect(await isSweepQueued()).toBe(true)
    expect(await actionsOn(id)).toEqual(['recording-deleted', 'transcript-opened'])
    expect((await remove(`${urlOf(id)}/recording`)).statusCode).toBe(404)
  })

  test.each(['waiting', 'running'])(
    'a recording is rejected while its transcription is %s',
    async (status) => {
      const id = await withRecording()
      await transcribing(id, status)
      expect((await remove(`${urlOf(id)}/recording`)).statusCode).toBe(409)
      expect((await open(id)).recording).not.toBeNull()
      expect(await discardedKeys(id)).toEqual([])
    },
  )

  test('a session includes its recording and transcriptions, and leaves the files to the sweep', async () => {
    const id = await withRecording()
    await transcribing(id, 'running')
    expect((await remove(urlOf(id))).json()).toEqual({ ok: true })
    expect((await call({ url: urlOf(id) }, coach)).statusCode).toBe(404)
    const left = await db
      .selectFrom('transcription')
      .select('id')
      .where('sessionId', '=', id)
      .execute()
    expect(left).toEqual([])
    expect(await discardedKeys(id)).toEqual([`video/${id}`])
    expect(await isSweepQueued()).toBe(true)
    expect(await actionsOn(id)).toEqual(['session-deleted'])
    expect((await remove(urlOf(id))).statusCode).toBe(404)
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
  const sentencesOf = async (id: string) => {
    const answers = []
    for (const asked of urls(id))
      answers.push((await call(asked, coach)).json<{ error?: string }>().error)
    return answers
  }
  const early = expect.stringContaining('has not taken place yet')
  expect(await sentencesOf(await make({ sessionDate: daysFromNow(2) }))).toEqual([
    early,
    early,
    early,
  ])
  const endOfToday =
    startOfDay(addDays(calendarDay(new Date(), timeZone), 1), timeZone).getTime() - 1
  const today = await make({ sessionDate: new Date(endOfToday).toISOString() })
  for (const sentence of await sentencesOf(today)) expect(sentence).not.toEqual(early)
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
    await db
      .updateTable('sessionDefinition')
      .set({ durationMinutes: 40 })
      .where('id', '=', sessionDefinitionId)
      .execute()
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
    const entry = await db
      .selectFrom('auditEntry')
      .select(['action', 'details'])
      .where('rowId', '=', id)
      .executeTakeFirstOrThrow()
    expect(entry).toEqual({ action: 'session-moved', details: { fromWeek: 4, toWeek: 5 } })
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
    const row = await db
      .selectFrom('session')
      .select('completedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.completedAt).toBe(completedAt)
    expect(await actionsOn(id)).toEqual(['session-changed', 'session-changed'])
  })
})

test('metric values of a session are deleted with it, and no others', async () => {
  const [id, other] = [await make(), await make()]
  const metricDefinitionId = await makeMetric(db, { key: 'calm' })
  const value = { clientId, metricDefinitionId, weekNumber: 1, numericValue: 3 }
  await db
    .insertInto('metricValue')
    .values([
      { ...value, id: newId(), sessionId: id },
      { ...value, id: newId(), sessionId: other },
      { ...value, id: newId() },
    ])
    .execute()
  await remove(urlOf(id))
  const left = await db
    .selectFrom('metricValue')
    .select('sessionId')
    .where('clientId', '=', clientId)
    .execute()
  expect(new Set(left.map(({ sessionId }) => sessionId))).toEqual(new Set([other, null]))
})

test('a session shows that a burnout risk was found in it, which is deleted with it', async () => {
  const id = await make()
  expect(await open(id)).toMatchObject({ hasBurnoutRisk: false })
  await makeFoundRisk(db, { clientId, sessionId: id })
  expect(await open(id)).toMatchObject({ hasBurnoutRisk: true })
  await remove(urlOf(id))
  const left = await db
    .selectFrom('burnoutAssessment')
    .select('id')
    .where('clientId', '=', clientId)
    .execute()
  expect(left).toEqual([])
})

test('a session shows its number of assignments, which stay when it is deleted', async () => {
  const id = await make()
  const [definitionId, assignmentId] = [await makeAssignmentType(db), newId()]
  await db
    .insertInto('assignment')
    .values({
      id: assignmentId,
      clientId,
      assignmentDefinitionId: definitionId,
      sessionId: id,
      weekNumber: 1,
      completedAt: daysFromNow(0),
    })
    .execute()
  expect(await open(id)).toMatchObject({ assignmentsGiven: 1, assignmentCount: 0 })
  await remove(urlOf(id))
  const kept = await db
    .selectFrom('assignment')
    .select('sessionId')
    .where('id', '=', assignmentId)
    .executeTakeFirstOrThrow()
  expect(kept.sessionId).toBeNull()
})
