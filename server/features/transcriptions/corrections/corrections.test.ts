import { describe, expect, test } from 'vitest'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { type SpokenLine, type TranscriptDraft } from '#contract/sessions/transcripts.ts'
import { newId } from '../../../platform/ids.ts'
import {
  auditEntries,
  daysFromNow,
  makeRecordingRow,
  makeRow,
  makeSession,
} from '../../../test/make.ts'
import { listStatusCodes, testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, clientId, sessionDefinitionId, ...made } = await testApp()
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)

const heard = [
  line('Speaker 1', 'How are you?', 0),
  line('Speaker 2', 'I am tyred.', 2),
] satisfies SpokenLine[]
const corrected = [
  line('Coach', 'How are you?', 0),
  line('Clara', 'I am tired.', 2),
] satisfies SpokenLine[]

/** Half a second per word. */
function line(speaker: string, text: string, start: number): SpokenLine {
  const words = text.split(' ').map((word, index) => ({
    ...{ start: start + index / 2, end: start + (index + 1) / 2, conf: 0.9 },
    word,
  }))
  return { start, end: start + words.length / 2, speaker, text, words }
}

async function transcribedSession(duration = 60) {
  const id = await makeSession(db, {
    ...{ clientId, sessionDefinitionId, segments: JSON.stringify(heard) },
    transcribedTextRaw: 'as the machine heard it',
  })
  await makeRecordingRow(db, id, { duration })
  return id
}

const urlOf = (id: string, what = 'transcript') => `/api/sessions/${id}/${what}`
const save = (id: string, payload: object, cookie = coach) =>
  call({ method: 'PUT', url: urlOf(id), payload }, cookie)
const saveDraft = (id: string, payload: object, cookie = coach) =>
  call({ method: 'PUT', url: urlOf(id, 'transcript-draft'), payload }, cookie)
const draftOf = async (id: string, cookie = coach) =>
  (await call({ url: urlOf(id, 'transcript-draft') }, cookie)).json<{
    draft: TranscriptDraft | null
  }>().draft
const discard = (id: string, cookie = coach) =>
  call({ method: 'DELETE', url: urlOf(id, 'transcript-draft') }, cookie)
const originalOf = async (id: string, cookie = coach) =>
  (await call({ url: urlOf(id, 'first-transcript') }, cookie)).json<{ segments: SpokenLine[] }>()
    .segments
const open = async (id: string, cookie = coach) =>
  (await call({ url: `/api/sessions/${id}` }, cookie)).json<SessionDetail>()
const logOf = (rowId: string) =>
  auditEntries(db, { rowId }, ['action', 'userId', 'details', 'clientId'])

describe('saving corrected lines', () => {
  test('replaces segments and text, and keeps the original segments', async () => {
    const id = await transcribedSession()
    expect(await open(id)).toMatchObject({ isCorrected: false, transcriptVersion: 1 })
    expect((await save(id, { segments: corrected, version: 1 })).json()).toEqual({ version: 2 })
    expect(await open(id)).toMatchObject({
      segments: corrected,
      transcribedTextRaw: '[00:00:00] Coach: How are you?\n[00:00:02] Clara: I am tired.',
      isCorrected: true,
      transcriptVersion: 2,
    })
    expect(await originalOf(id)).toEqual(heard)
    const again = [line('Coach', 'Well, how are you?', 0)]
    expect((await save(id, { segments: again, version: 2 })).json()).toEqual({ version: 3 })
    expect(await originalOf(id)).toEqual(heard)
  })

  test('is audited without text, and so is opening the original', async () => {
    const id = await transcribedSession()
    await save(id, { segments: corrected })
    await originalOf(id, admin)
    expect(await logOf(id)).toEqual([
      { action: 'transcript-changed', userId: made.coachUserId, details: {}, clientId },
      { action: 'transcript-opened', userId: made.adminUserId, details: {}, clientId },
    ])
  })

  test('without a change only deletes the draft', async () => {
    const id = await transcribedSession()
    await saveDraft(id, { segments: heard, transcriptVersion: 1 })
    expect((await save(id, { segments: heard, version: 1 })).json()).toEqual({ version: 1 })
    expect(await open(id)).toMatchObject({ isCorrected: false, transcriptVersion: 1 })
    expect(await draftOf(id)).toBeNull()
    expect((await logOf(id)).map(({ action }) => action)).not.toContain('transcript-changed')
  })

  test('can be repeated if the response was lost', async () => {
    const id = await transcribedSession()
    const { version: draftVersion } = (
      await saveDraft(id, { segments: corrected, transcriptVersion: 1 })
    ).json<{ version: number }>()
    const sent = { segments: corrected, version: 1, draftVersion }
    for (let times = 0; times < 2; times++)
      expect((await save(id, sent)).json()).toEqual({ version: 2 })
    expect(await draftOf(id)).toBeNull()
    const changes = (await logOf(id)).filter(({ action }) => action === 'transcript-changed')
    expect(changes).toHaveLength(1)
    expect((await save(id, { ...sent, segments: heard })).statusCode).toBe(409)
  })

  test('is rejected for an outdated version; without a version the last save wins', async () => {
    const id = await transcribedSession()
    const answers = await Promise.all(
      ['Coach', 'Karin'].map((speaker) =>
        save(id, { segments: corrected.map((it) => ({ ...it, speaker })), version: 1 }),
      ),
    )
    expect(listStatusCodes(answers)).toEqual([200, 409])
    const late = answers.find(({ statusCode }) => statusCode === 409)
    expect(late?.json()).toMatchObject({
      code: 'stale',
      error:
        'Someone else has changed this transcript since you opened it. Nothing has been saved yet.',
    })
    expect((await save(id, { segments: heard })).statusCode).toBe(200)
    expect((await open(id)).segments).toEqual(heard)
  })

  test('is rejected without a transcript', async () => {
    const silent = await makeSession(db, { clientId, sessionDefinitionId })
    expect((await save(silent, { segments: corrected })).json()).toMatchObject({
      code: 'conflict',
      error: 'This session has no transcript to correct.',
    })
  })

  test('is possible during another transcription, which replaces nothing', async () => {
    const id = await transcribedSession()
    await makeRow(db, 'transcription', {
      sessionId: id,
      status: 'running',
      createdAt: daysFromNow(0),
    })
    expect((await save(id, { segments: corrected })).statusCode).toBe(200)
    expect((await open(id)).segments).toEqual(corrected)
  })

  test('rejects lines after the end of the recording, except those of the engine', async () => {
    const id = await transcribedSession(5)
    const late = [...corrected, line('Clara', 'Bye now', 9)]
    expect((await save(id, { segments: late })).json()).toMatchObject({
      code: 'unprocessable',
      error: 'Line 3 ends after the recording.',
    })
    const [first, second] = corrected
    const word = { start: 2, end: 9, word: 'I', conf: 1 }
    const lateWord = [first, { ...second, text: 'I', words: [word] }]
    expect((await save(id, { segments: lateWord })).json()).toMatchObject({
      error: 'Line 2 ends after the recording.',
    })
    const short = await transcribedSession(1)
    expect((await save(short, { segments: corrected })).statusCode).toBe(200)
    const unknown = await transcribedSession(0)
    expect((await save(unknown, { segments: late })).statusCode).toBe(200)
  })

  test('rejects invalid lines, even in a draft', async () => {
    const id = await transcribedSession()
    const segments = corrected.map((it) => ({ ...it, speaker: ' ' }))
    for (const answer of [
      await save(id, { segments }),
      await saveDraft(id, { segments, transcriptVersion: 1 }),
    ])
      expect(answer.json()).toMatchObject({ code: 'invalid', error: 'Each line needs a speaker.' })
    expect((await open(id)).segments).toEqual(heard)
    expect(await draftOf(id)).toBeNull()
  })
})

describe('a draft', () => {
  const draft = { segments: corrected, transcriptVersion: 1 }
  type Kept = { version: number }

  test('belongs to its user, on any login', async () => {
    const id = await transcribedSession()
    expect(await draftOf(id)).toBeNull()
    const kept = (await saveDraft(id, { ...draft, version: 0 })).json<object>()
    expect(kept).toEqual({ version: expect.any(Number), savedAt: expect.any(String) })
    const again = await signIn(emails.coach)
    expect(await draftOf(id, again)).toEqual({ ...draft, ...kept })
    expect(await draftOf(id, admin)).toBeNull()
    await saveDraft(id, { ...draft, segments: heard }, admin)
    expect((await draftOf(id))?.segments).toEqual(corrected)
    expect((await open(id)).segments).toEqual(heard)
    expect((await logOf(id)).map(({ action, userId }) => [action, userId])).toEqual([
      ['transcript-opened', made.coachUserId],
    ])
  })

  test('exists once per user and session, and one window continues it', async () => {
    const id = await transcribedSession()
    const { version: first } = (await saveDraft(id, { ...draft, version: 0 })).json<Kept>()
    for (const version of [0, first + 1])
      expect((await saveDraft(id, { ...draft, segments: heard, version })).json()).toMatchObject({
        code: 'stale',
        error: 'This draft was changed in another window.',
      })
    for (const [body, version] of [
      [{ ...draft, version: first }, first + 1],
      [{ ...draft, segments: heard }, first + 2],
    ] as const)
      expect((await saveDraft(id, body)).json()).toMatchObject({ version })
    expect((await draftOf(id))?.segments).toEqual(heard)
    expect(
      await db.selectFrom('transcriptDraft').select('id').where('sessionId', '=', id).execute(),
    ).toHaveLength(1)
  })

  test('is deleted when it is saved or discarded, and cannot be continued after that', async () => {
    const id = await transcribedSession()
    await saveDraft(id, draft, admin)
    const { version } = (await saveDraft(id, draft)).json<Kept>()
    await save(id, { segments: corrected, version: 1 })
    expect(await draftOf(id)).toBeNull()
    expect((await saveDraft(id, { ...draft, version })).statusCode).toBe(409)
    // Nor can the next one, which another window has started.
    const next = { segments: heard, transcriptVersion: 2 }
    await saveDraft(id, { ...next, version: 0 })
    expect((await saveDraft(id, { ...draft, version })).statusCode).toBe(409)
    expect(await draftOf(id)).toMatchObject(next)
    expect(await draftOf(id, admin)).toMatchObject({ transcriptVersion: 1 })
    expect((await discard(id, admin)).json()).toEqual({ ok: true })
    expect(await draftOf(id, admin)).toBeNull()
    expect((await discard(id, admin)).statusCode).toBe(200)
  })
})

test('another coach can neither read nor change it', async () => {
  const id = await transcribedSession()
  await saveDraft(id, { segments: corrected, transcriptVersion: 1 })
  const codes = async (cookie: string, of = id) =>
    (
      await Promise.all([
        save(of, { segments: corrected }, cookie),
        saveDraft(of, { segments: corrected, transcriptVersion: 1 }, cookie),
        discard(of, cookie),
        call({ url: urlOf(of, 'transcript-draft') }, cookie),
        call({ url: urlOf(of, 'first-transcript') }, cookie),
      ])
    ).map(({ statusCode }) => statusCode)
  expect(await codes(otherCoach)).toEqual([404, 404, 404, 404, 404])
  expect(await codes(admin, newId())).toEqual([404, 404, 404, 404, 404])
  expect(await draftOf(id)).toMatchObject({ segments: corrected })
  expect((await open(id)).segments).toEqual(heard)
})
