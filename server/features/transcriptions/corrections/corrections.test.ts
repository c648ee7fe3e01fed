import { describe, expect, test } from 'vitest'
import { policyOf } from '#contract/endpoint.ts'
import type { SessionDetail } from '#contract/sessions.ts'
import {
  maxLines,
  maxWords,
  saveTranscript,
  type SpokenLine,
  type TranscriptDraft,
} from '#contract/transcripts.ts'
import { newId } from '../../../platform/ids.ts'
import { daysFromNow, makeRecordingRow, makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, clientId, sessionDefinitionId, ...made } = await testApp()
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)
const inPerson = await signIn(emails.client)

const heard = [
  line('Speaker 1', 'How are you?', 0),
  line('Speaker 2', 'I am tyred.', 2),
] satisfies SpokenLine[]
const corrected = [
  line('Coach', 'How are you?', 0),
  line('Clara', 'I am tired.', 2),
] satisfies SpokenLine[]

/** Each word takes half a second. */
function line(speaker: string, text: string, start: number): SpokenLine {
  const words = text.split(' ').map((word, index) => ({
    ...{ start: start + index / 2, end: start + (index + 1) / 2, conf: 0.9 },
    word,
  }))
  return { start, end: start + words.length / 2, speaker, text, words }
}

async function heardSession(duration = 60) {
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
const keep = (id: string, payload: object, cookie = coach) =>
  call({ method: 'PUT', url: urlOf(id, 'transcript-draft'), payload }, cookie)
const draftOf = async (id: string, cookie = coach) =>
  (await call({ url: urlOf(id, 'transcript-draft') }, cookie)).json<{
    draft: TranscriptDraft | null
  }>().draft
const discard = (id: string, cookie = coach) =>
  call({ method: 'DELETE', url: urlOf(id, 'transcript-draft') }, cookie)
const firstOf = async (id: string, cookie = coach) =>
  (await call({ url: urlOf(id, 'first-transcript') }, cookie)).json<{ segments: SpokenLine[] }>()
    .segments
const open = async (id: string, cookie = coach) =>
  (await call({ url: `/api/sessions/${id}` }, cookie)).json<SessionDetail>()
const logOf = (rowId: string) =>
  db
    .selectFrom('auditEntry')
    .select(['action', 'userId', 'details', 'clientId'])
    .where('rowId', '=', rowId)
    .orderBy('id')
    .execute()

describe('saving corrected lines', () => {
  test('puts them in the place of the present ones, as data and as text, and keeps what the machine heard', async () => {
    const id = await heardSession()
    expect(await open(id)).toMatchObject({ isCorrected: false, transcriptVersion: 1 })
    expect((await save(id, { segments: corrected, version: 1 })).json()).toEqual({ version: 2 })
    expect(await open(id)).toMatchObject({
      segments: corrected,
      transcribedTextRaw: '[00:00:00] Coach: How are you?\n[00:00:02] Clara: I am tired.',
      isCorrected: true,
      transcriptVersion: 2,
    })
    expect(await firstOf(id)).toEqual(heard)
    const again = [line('Coach', 'Well, how are you?', 0)]
    expect((await save(id, { segments: again, version: 2 })).json()).toEqual({ version: 3 })
    expect(await firstOf(id)).toEqual(heard)
  })

  test('is in the log without a word of them, and the first version counts as the transcript', async () => {
    const id = await heardSession()
    await save(id, { segments: corrected })
    await firstOf(id, admin)
    expect(await logOf(id)).toEqual([
      { action: 'transcript-changed', userId: made.coachUserId, details: {}, clientId },
      { action: 'transcript-opened', userId: made.adminUserId, details: {}, clientId },
    ])
  })

  test('of lines that are the present ones is no correction and no change, and ends the draft', async () => {
    const id = await heardSession()
    await keep(id, { segments: heard, transcriptVersion: 1 })
    expect((await save(id, { segments: heard, version: 1 })).json()).toEqual({ version: 1 })
    expect(await open(id)).toMatchObject({ isCorrected: false, transcriptVersion: 1 })
    expect(await draftOf(id)).toBeNull()
    expect((await logOf(id)).map(({ action }) => action)).not.toContain('transcript-changed')
  })

  test('whose answer was lost is done again without a fault, and is no other version', async () => {
    const id = await heardSession()
    const { version: draftVersion } = (
      await keep(id, { segments: corrected, transcriptVersion: 1 })
    ).json<{ version: number }>()
    const sent = { segments: corrected, version: 1, draftVersion }
    for (let times = 0; times < 2; times++)
      expect((await save(id, sent)).json()).toEqual({ version: 2 })
    expect(await draftOf(id)).toBeNull()
    const changes = (await logOf(id)).filter(({ action }) => action === 'transcript-changed')
    expect(changes).toHaveLength(1)
    expect((await save(id, { ...sent, segments: heard })).statusCode).toBe(409)
  })

  test('leaves the conversation and its version as they are', async () => {
    const id = await heardSession()
    const url = `/api/sessions/${id}`
    await call({ method: 'PUT', url, payload: { transcribedTextScripted: 'Coach: Hi.' } }, coach)
    const before = await open(id)
    await save(id, { segments: corrected })
    expect(await open(id)).toMatchObject({
      transcribedTextScripted: 'Coach: Hi.',
      version: before.version,
    })
  })

  test('of two who save something else of the same lines one is kept, and the other told; without a version the last one counts', async () => {
    const id = await heardSession()
    const answers = await Promise.all(
      ['Coach', 'Karin'].map((speaker) =>
        save(id, { segments: corrected.map((it) => ({ ...it, speaker })), version: 1 }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ])
    const late = answers.find(({ statusCode }) => statusCode === 409)
    expect(late?.json()).toMatchObject({
      code: 'stale',
      error:
        'Someone else has changed this transcript since you opened it. Nothing has been saved yet.',
    })
    expect((await save(id, { segments: heard })).statusCode).toBe(200)
    expect((await open(id)).segments).toEqual(heard)
  })

  test('is refused where there is no transcript, and while another one is made', async () => {
    const silent = await makeSession(db, { clientId, sessionDefinitionId })
    expect((await save(silent, { segments: corrected })).json()).toMatchObject({
      code: 'conflict',
      error: 'This session has no transcript to correct.',
    })
    const id = await heardSession()
    await db
      .insertInto('transcription')
      .values({ id: newId(), sessionId: id, status: 'running', createdAt: daysFromNow(0) })
      .execute()
    expect((await save(id, { segments: corrected })).json()).toMatchObject({
      code: 'conflict',
      error: 'This recording is being transcribed again, which will replace these lines.',
    })
    expect((await open(id)).segments).toEqual(heard)
  })

  test('a line after the end of the recording is refused, but for one that the machine heard there', async () => {
    const id = await heardSession(5)
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
    const short = await heardSession(1)
    expect((await save(short, { segments: corrected })).statusCode).toBe(200)
    const unknown = await heardSession(0)
    expect((await save(unknown, { segments: late })).statusCode).toBe(200)
  })

  const [first, second] = corrected
  const words = second?.words ?? []
  const other = (change: object) => [first, { ...second, ...change }]
  const faults: [string, unknown, string][] = [
    ['no line', [], 'A transcript needs at least one line.'],
    ['a line without a word', other({ text: ' ', words: [] }), 'A line needs at least one word.'],
    ['a line without a speaker', other({ speaker: ' ' }), 'Each line needs a speaker.'],
    [
      'a colon in a name',
      other({ speaker: 'Dr: No' }),
      'A colon cannot be in the name of a speaker.',
    ],
    [
      'a long name',
      other({ speaker: 'x'.repeat(101) }),
      'The speaker of line 2 has more than 100 characters.',
    ],
    ['lines out of order', [second, first], 'Line 2 begins before the one above it.'],
    ['a line that ends before it begins', other({ end: 1 }), 'Line 2 ends before it begins.'],
    [
      'words that are not the text',
      other({ text: 'I am fine.' }),
      'The words of line 2 are not its text.',
    ],
    ['a word too few', other({ words: words.slice(1) }), 'The words of line 2 are not its text.'],
    [
      'words out of order',
      other({ words: words.map((it, at) => ({ ...it, start: 4 - at, end: 5 - at })) }),
      'The words of line 2 are not in order.',
    ],
    [
      'a time before the beginning',
      other({ start: -1 }),
      'The start of line 2 must be at least 0.',
    ],
    [
      'two lines in one',
      other({ text: 'I am\ntired.' }),
      'Line 2 holds a character that cannot be kept here; please remove it.',
    ],
    [
      'a sign that nobody sees',
      other({ text: 'I am \u0007tired.' }),
      'Line 2 holds a character that cannot be kept here; please remove it.',
    ],
    [
      'a sign that nobody sees in a word',
      other({ words: words.map((it) => ({ ...it, word: `${it.word}\u0007` })) }),
      'A word of line 2 holds a character that cannot be kept here; please remove it.',
    ],
    ['no list', 'Hello', 'The field segments must be a list.'],
  ]
  test.each(faults)(
    '%s is refused with a sentence, as lines and as a draft',
    async (_, segments, error) => {
      const id = await heardSession()
      for (const answer of [
        await save(id, { segments }),
        await keep(id, { segments, transcriptVersion: 1 }),
      ]) {
        expect(answer.statusCode).toBe(400)
        expect(answer.json()).toMatchObject({ code: 'invalid', error })
      }
      expect((await open(id)).segments).toEqual(heard)
      expect(await draftOf(id)).toBeNull()
    },
  )

  test('case and punctuation of a word need not be those of the text', async () => {
    const id = await heardSession()
    const lower = other({ words: words.map((it) => ({ ...it, word: it.word.toLowerCase() })) })
    expect((await save(id, { segments: lower })).statusCode).toBe(200)
  })

  const short = (index: number) => ({ start: index, end: index + 1, speaker: 'A', text: 'a' })
  const word = { start: 0, end: 1, word: 'a', conf: 1 }
  /** A line with as many words, each of them in its time. */
  const said = (index: number, of: number) => ({
    ...short(index),
    text: 'a '.repeat(of).trim(),
    words: Array.from({ length: of }, () => ({ ...word, start: index, end: index + 1 })),
  })
  const many = (text: string, of: number) => ({ ...short(0), text, words: Array(of).fill(word) })
  test.each([
    [
      'lines',
      Array.from({ length: maxLines + 1 }, (_, at) => short(at)),
      `A transcript has at most ${maxLines} lines.`,
    ],
    [
      'words',
      Array.from({ length: 11 }, () => many('a '.repeat(10_000), 10_000)),
      `A transcript has at most ${maxWords} words.`,
    ],
    [
      'characters',
      Array.from({ length: 101 }, () => ({ ...short(0), text: 'x'.repeat(20_000) })),
      'A transcript has at most 2000000 characters.',
    ],
  ])('more %s than a working day has are refused', async (_, segments, error) => {
    const id = await heardSession()
    const answer = await save(id, { segments })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error })
  })

  test('what is within the bounds fits into a body, and a larger body is not read', async () => {
    const most = policyOf(saveTranscript).bodyBytes ?? 0
    const precise = 123_456.123_456_789
    const spoken = {
      ...{ start: precise, end: precise, speaker: '€'.repeat(100), text: '€'.repeat(200) },
      words: Array(10).fill({
        start: precise,
        end: precise,
        word: '€'.repeat(20),
        conf: 0.123_456_789_012,
      }),
    }
    expect(Buffer.byteLength(JSON.stringify(spoken)) * maxLines).toBeLessThan(most)
    const id = await heardSession()
    const answer = await save(id, { segments: 'x'.repeat(most) })
    expect(answer.statusCode).toBe(413)
  })

  test.each([
    ['lines', Array.from({ length: maxLines }, (_, at) => short(at))],
    ['words', Array.from({ length: 10 }, (_, at) => said(at, maxWords / 10))],
    [
      'characters',
      Array.from({ length: 100 }, (_, at) => ({ ...short(at), text: 'x'.repeat(20_000) })),
    ],
  ])('as many %s as a transcript may have are saved', async (_, segments) => {
    expect((await save(await heardSession(0), { segments })).statusCode).toBe(200)
  })

  const { bodyBytes = 0, besideTextsBytes } = policyOf(saveTranscript)
  const put = (id: string, payload: string) =>
    call(
      {
        ...{ method: 'PUT', url: urlOf(id), payload },
        headers: { 'content-type': 'application/json' },
      },
      coach,
    )
  const begun = `{"segments":${JSON.stringify(corrected)},"more":`

  test('a body of the most bytes is read, and of one more it is said that it is too large', async () => {
    const bodyOf = (bytes: number) => `${begun}"${'x'.repeat(bytes - begun.length - 3)}"}`
    const id = await heardSession()
    expect((await put(id, bodyOf(bodyBytes))).statusCode).toBe(200)
    const over = await put(id, bodyOf(bodyBytes + 1))
    expect(over.statusCode).toBe(413)
    expect(over.json()).toMatchObject({
      code: 'too-large',
      error: 'The request is too large.',
    })
  })

  test('outside of its texts a body has so many bytes, and of one more it is said what there is too much of', async () => {
    const beside = begun.replaceAll(/"[^"]*"/g, '').length + 2
    const bodyOf = (bytes: number) => `${begun}1${' '.repeat(bytes - beside)}}`
    const id = await heardSession()
    expect((await put(id, bodyOf(besideTextsBytes))).statusCode).toBe(200)
    const over = await put(id, bodyOf(besideTextsBytes + 1))
    expect(over.statusCode).toBe(413)
    expect(over.json()).toMatchObject({
      code: 'too-large',
      error: 'The body has more entries than can be taken at once.',
    })
  })
})

describe('a draft', () => {
  const draft = { segments: corrected, transcriptVersion: 1 }
  type Kept = { version: number }

  test('is found again by whoever made it, on any login, and is nobody else’s', async () => {
    const id = await heardSession()
    expect(await draftOf(id)).toBeNull()
    const kept = (await keep(id, { ...draft, version: 0 })).json<object>()
    expect(kept).toEqual({ version: expect.any(Number), savedAt: expect.any(String) })
    const again = await signIn(emails.coach)
    expect(await draftOf(id, again)).toEqual({ ...draft, ...kept })
    expect(await draftOf(id, admin)).toBeNull()
    await keep(id, { ...draft, segments: heard }, admin)
    expect((await draftOf(id))?.segments).toEqual(corrected)
    expect((await open(id)).segments).toEqual(heard)
    expect((await logOf(id)).map(({ action, userId }) => [action, userId])).toEqual([
      ['transcript-opened', made.coachUserId],
    ])
  })

  test('is one for each person and session, and goes on in one window only', async () => {
    const id = await heardSession()
    const { version: first } = (await keep(id, { ...draft, version: 0 })).json<Kept>()
    for (const version of [0, first + 1])
      expect((await keep(id, { ...draft, segments: heard, version })).json()).toMatchObject({
        code: 'stale',
        error: 'This draft was changed in another window.',
      })
    for (const [body, version] of [
      [{ ...draft, version: first }, first + 1],
      [{ ...draft, segments: heard }, first + 2],
    ] as const)
      expect((await keep(id, body)).json()).toMatchObject({ version })
    expect((await draftOf(id))?.segments).toEqual(heard)
    expect(
      await db.selectFrom('transcriptDraft').select('id').where('sessionId', '=', id).execute(),
    ).toHaveLength(1)
  })

  test('goes when it is saved or thrown away, with nobody else’s, and one that is gone is not gone on with', async () => {
    const id = await heardSession()
    await keep(id, draft, admin)
    const { version } = (await keep(id, draft)).json<Kept>()
    await save(id, { segments: corrected, version: 1 })
    expect(await draftOf(id)).toBeNull()
    expect((await keep(id, { ...draft, version })).statusCode).toBe(409)
    // Nor is the next one, which another window began meanwhile.
    const next = { segments: heard, transcriptVersion: 2 }
    await keep(id, { ...next, version: 0 })
    expect((await keep(id, { ...draft, version })).statusCode).toBe(409)
    expect(await draftOf(id)).toMatchObject(next)
    expect(await draftOf(id, admin)).toMatchObject({ transcriptVersion: 1 })
    expect((await discard(id, admin)).json()).toEqual({ ok: true })
    expect(await draftOf(id, admin)).toBeNull()
    expect((await discard(id, admin)).statusCode).toBe(200)
  })

  test('that another window went on with is neither saved over nor thrown away by an older one', async () => {
    const id = await heardSession()
    const { version: read } = (await keep(id, draft)).json<Kept>()
    await keep(id, { ...draft, segments: heard })
    const older = { segments: corrected, version: 1, draftVersion: read }
    for (const answer of [
      await save(id, older),
      await call(
        { method: 'DELETE', url: `${urlOf(id, 'transcript-draft')}?draftVersion=${read}` },
        coach,
      ),
    ]) {
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({
        code: 'stale',
        error: 'This draft was changed in another window.',
      })
    }
    expect(await open(id)).toMatchObject({ isCorrected: false })
    expect((await draftOf(id))?.segments).toEqual(heard)
    expect((await save(id, { ...older, draftVersion: read + 1 })).statusCode).toBe(200)
    expect(await draftOf(id)).toBeNull()
    // Gone by now: nothing is lost by an older window that throws it away.
    const url = `${urlOf(id, 'transcript-draft')}?draftVersion=${read + 1}`
    expect((await call({ method: 'DELETE', url }, coach)).statusCode).toBe(200)
    const wrong = `${urlOf(id, 'transcript-draft')}?draftVersion=-1`
    expect((await call({ method: 'DELETE', url: wrong }, coach)).json()).toMatchObject({
      error: 'The field draftVersion must be at least 0.',
    })
  })

  test('goes with its session', async () => {
    const id = await heardSession()
    await keep(id, draft)
    await call({ method: 'DELETE', url: `/api/sessions/${id}` }, coach)
    expect(
      await db.selectFrom('transcriptDraft').select('id').where('sessionId', '=', id).execute(),
    ).toEqual([])
  })
})

test('for another coach there is none of it, and for the client in person neither', async () => {
  const id = await heardSession()
  await keep(id, { segments: corrected, transcriptVersion: 1 })
  const codes = async (cookie: string, of = id) =>
    (
      await Promise.all([
        save(of, { segments: corrected }, cookie),
        keep(of, { segments: corrected, transcriptVersion: 1 }, cookie),
        discard(of, cookie),
        call({ url: urlOf(of, 'transcript-draft') }, cookie),
        call({ url: urlOf(of, 'first-transcript') }, cookie),
      ])
    ).map(({ statusCode }) => statusCode)
  expect(await codes(otherCoach)).toEqual([404, 404, 404, 404, 404])
  expect(await codes(inPerson)).toEqual([403, 403, 403, 403, 403])
  expect(await codes(admin, newId())).toEqual([404, 404, 404, 404, 404])
  expect(await draftOf(id)).toMatchObject({ segments: corrected })
  expect((await open(id)).segments).toEqual(heard)
})
