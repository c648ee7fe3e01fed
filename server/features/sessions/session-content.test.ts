import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { JsonEndpoint } from '#contract/endpoint.ts'
import type { SessionDetail, SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { endpoints } from '../../platform/http/docs/contract-exports.ts'
import { newId } from '../../platform/ids.ts'
import {
  auditEntries,
  daysFromNow,
  makeAssignmentType,
  makeFoundRisk,
  makeMetric,
  makeRecordingRow,
  makeRow,
  makeSession,
  getRow,
  updateRow,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, clientId, sessionDefinitionId, ...made } = await testApp()
const coach = await signIn(emails.coach)

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
  makeRow(db, 'transcription', {
    sessionId,
    status,
    createdAt,
    warnings: ['SILENT'],
    progress: 0.4,
  })

const urlOf = (id: string) => `/api/sessions/${id}`
const open = async (id: string, cookie = coach) =>
  (await call({ url: urlOf(id) }, cookie)).json<SessionDetail>()
const remove = (url: string, cookie = coach) => call({ method: 'DELETE', url }, cookie)
const actionsOn = async (rowId: string) =>
  (await auditEntries(db, { rowId }, ['action'])).map(({ action }) => action)
const openersOf = async (rowId: string) =>
  (await auditEntries(db, { rowId, action: 'transcript-opened' }, ['userId'])).map(
    ({ userId }) => userId,
  )
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
        isMadeHere: false,
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
    'POST /api/sessions/{id}/cancellation': async (id) => {
      await updateRow(db, 'session', id, { sessionDate: daysFromNow(1) })
      return call({ method: 'POST', url: `${urlOf(id)}/cancellation` }, coach)
    },
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

  test('is not possible with any other endpoint', async () => {
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

const isSweepQueued = async () => {
  const { rows } =
    await sql`delete from pgboss.job where singleton_key = 'sweep' returning id`.execute(db)
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

test('pending are the open assignments that are due until a week after the session', async () => {
  const id = await make({ sessionDate: daysFromNow(2) })
  const before = (await open(id)).assignmentCount
  const assignmentDefinitionId = await makeAssignmentType(db)
  for (const [dueDate, completedAt] of [
    [null, null],
    [daysFromNow(-3), null],
    [daysFromNow(9), null],
    [daysFromNow(10), null],
    [daysFromNow(1), daysFromNow(0)],
  ])
    await makeRow(db, 'assignment', {
      ...{ id: newId(), clientId, assignmentDefinitionId, sessionId: null, weekNumber: 1 },
      dueDate: dueDate?.slice(0, 10) ?? null,
      completedAt,
    })
  expect((await open(id)).assignmentCount).toBe(before + 3)
})

test('a session shows its number of assignments, which stay when it is deleted', async () => {
  const id = await make()
  const [definitionId, assignmentId] = [await makeAssignmentType(db), newId()]
  await makeRow(db, 'assignment', {
    id: assignmentId,
    clientId,
    assignmentDefinitionId: definitionId,
    sessionId: id,
    weekNumber: 1,
    completedAt: daysFromNow(0),
  })
  expect(await open(id)).toMatchObject({ assignmentsGiven: 1 })
  await remove(urlOf(id))
  const kept = await getRow(db, 'assignment', assignmentId)
  expect(kept.sessionId).toBeNull()
})
