import { expect, test } from 'vitest'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import type { NewTranscript } from '#contract/sessions/transcripts.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { newId } from '../../../platform/ids.ts'
import { auditEntries, makeRecordingRow, makeRow, makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, clientId, sessionDefinitionId } = await testApp()
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)

const line = (text: string): Segment => ({ start: 0, end: 2, speaker: 'Speaker 1', text })
const [original, corrected, again] = [line('I am tyred.'), line('I am tired.'), line('I am tied.')]

/** A corrected transcript with a conversation, and a new transcript beside it. */
async function transcribedTwice() {
  const id = await makeSession(db, {
    ...{ clientId, sessionDefinitionId, transcribedTextScripted: 'Client: I am tired.' },
    ...{ segments: JSON.stringify([corrected]), originalSegments: JSON.stringify([original]) },
    transcribedTextRaw: '[00:00:00] Speaker 1: I am tired.',
  })
  const recordingId = await makeRecordingRow(db, id, { duration: 60 })
  await makeRow(db, 'newTranscript', {
    ...{ sessionId: id, recordingId, segments: JSON.stringify([again]) },
    warnings: ['TRUNCATED'],
  })
  const response = await call({ url: urlOf(id) }, coach)
  const { newTranscript } = response.json<{ newTranscript: NewTranscript }>()
  return { id, recordingId, session: await open(id), newTranscript }
}

const urlOf = (id: string) => `/api/sessions/${id}/new-transcript`
const open = async (id: string) =>
  (await call({ url: `/api/sessions/${id}` }, coach)).json<SessionDetail>()
const accept = (id: string, payload: object, cookie = coach) =>
  call({ method: 'PUT', url: urlOf(id), payload }, cookie)
const discard = (id: string, newTranscriptId: string, cookie = coach) =>
  call({ method: 'DELETE', url: `${urlOf(id)}?newTranscriptId=${newTranscriptId}` }, cookie)
const actionsOf = async (rowId: string) =>
  (await auditEntries(db, { rowId }, ['action'])).map(({ action }) => action)

test('a new transcript is shown beside the current one, which stays in use', async () => {
  const { id, session, newTranscript } = await transcribedTwice()
  expect(session).toMatchObject({
    ...{ segments: [corrected], isCorrected: true, transcriptWarnings: [] },
    hasNewTranscript: true,
  })
  expect(newTranscript).toMatchObject({
    ...{ segments: [again], warnings: ['TRUNCATED'], isOfEarlierRecording: false },
  })
  expect((await call({ url: urlOf(id) }, otherCoach)).statusCode).toBe(404)
})

test('accepting it replaces the transcript and its corrections, not the conversation', async () => {
  const { id, recordingId, session, newTranscript } = await transcribedTwice()
  const { transcriptVersion } = session
  const payload = { id: newTranscript.id, version: transcriptVersion }
  expect((await accept(id, payload, otherCoach)).statusCode).toBe(404)
  expect((await accept(id, payload)).statusCode).toBe(200)
  expect(await open(id)).toMatchObject({
    ...{ segments: [again], isCorrected: false, hasNewTranscript: false },
    ...{ transcriptWarnings: ['TRUNCATED'], transcriptVersion: transcriptVersion + 1 },
    transcribedTextRaw: '[00:00:00] Speaker 1: I am tied.',
    transcribedTextScripted: 'Client: I am tired.',
  })
  const { transcribedRecordingId } = await db
    .selectFrom('session')
    .select('transcribedRecordingId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(transcribedRecordingId).toBe(recordingId)
  expect(await actionsOf(id)).toContain('transcript-replaced')
  expect((await accept(id, payload)).json()).toMatchObject({ code: 'not-found' })
})

test('discarding it keeps the transcript with its corrections', async () => {
  const { id, session, newTranscript } = await transcribedTwice()
  expect((await discard(id, newTranscript.id, otherCoach)).statusCode).toBe(404)
  expect((await discard(id, newTranscript.id)).statusCode).toBe(200)
  expect(await open(id)).toEqual({ ...session, hasNewTranscript: false })
  expect(await actionsOf(id)).toContain('new-transcript-discarded')
})

test('nobody chooses about a transcript that they have not read', async () => {
  const { id, session, newTranscript } = await transcribedTwice()
  const stale = { code: 'stale' }
  expect((await accept(id, { id: newId() })).json()).toMatchObject(stale)
  expect((await discard(id, newId())).json()).toMatchObject(stale)
  const version = session.transcriptVersion + 1
  expect((await accept(id, { id: newTranscript.id, version })).json()).toMatchObject(stale)
  expect(await open(id)).toEqual(session)
})
