import { beforeEach, describe, expect, test } from 'vitest'
import {
  type ClientConsents,
  type ConsentPurpose,
  consentPurposes,
  type ConsentTexts,
  missingConsent,
} from '#contract/consents/consents.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { type ContentType, findConsentRefusal } from '../../platform/consent.ts'
import { newId } from '../../platform/ids.ts'
import { ensureDefaults } from '../../platform/db/defaults.ts'
import { decideConsents } from '../../test/decide-consents.ts'
import { makeRecording } from '../../test/make-recording.ts'
import {
  auditEntries,
  makeClient,
  makeRow,
  makeSession,
  getRow,
  updateRow,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const made = await testApp()
const { db, deps, call, signIn, emails, coachId, sessionDefinitionId } = made
await ensureDefaults(db)
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)
const otherClient = await signIn(emails.client)
const org = await signIn(emails.org)

let clientId: string
let sessionId: string
let own: string
beforeEach(async () => {
  clientId = await makeClient(db, { coachId })
  await db.deleteFrom('consent').where('clientId', '=', clientId).execute()
  sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  own = await signIn(`client.${clientId}@example.com`)
})

const url = (id = clientId) => `/api/clients/${id}/consents`
const read = async (cookie = own, id = clientId) =>
  (await call({ url: url(id) }, cookie)).json<ClientConsents>()
const stateOf = async (purpose: ConsentPurpose, cookie = own, id = clientId) =>
  (await read(cookie, id)).consents.find((it) => it.purpose === purpose)?.latest
const decide = (decisions: Partial<Record<ConsentPurpose, boolean>>, cookie = own, id = clientId) =>
  decideConsents(call, id, decisions, { cookie, reader: own })
const everything = Object.fromEntries(consentPurposes.map((it) => [it, true]))

describe('a new client', () => {
  test('has decided nothing, is asked once, and may decide later', async () => {
    const first = await read()
    expect(first).toMatchObject({ isAsked: false, history: [] })
    expect(first.consents.map(({ purpose, latest }) => [purpose, latest])).toEqual(
      consentPurposes.map((purpose) => [purpose, null]),
    )
    expect((await decide({})).json()).toMatchObject({ isAsked: true, history: [] })
  })

  test('gives and withdraws each purpose separately, and every decision is stored', async () => {
    await decide({ recording: true, analysis: false })
    await decide({ recording: true })
    await decide({ recording: false })
    const { consents, history } = await read()
    expect(history.map(({ purpose, isGiven }) => [purpose, isGiven])).toEqual([
      ['recording', false],
      ...(history[1]?.purpose === 'recording'
        ? [
            ['recording', true],
            ['analysis', false],
          ]
        : [
            ['analysis', false],
            ['recording', true],
          ]),
    ])
    expect(consents.map(({ latest }) => latest?.isGiven ?? null)).toEqual([
      ...[false, null, false, null, null],
    ])
    expect(await auditEntries(db, { clientId, action: 'consent-withdrawn' })).toHaveLength(2)
  })

  test('must have read the current text', async () => {
    const answer = await call(
      {
        ...{ method: 'POST', url: url() },
        payload: { decisions: [{ purpose: 'recording', isGiven: true, textId: newId() }] },
      },
      own,
    )
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'stale'])
    expect(await stateOf('recording')).toBeNull()
  })
})

test('other coaches, clients and organizations cannot see or decide the consents of a client', async () => {
  for (const cookie of [otherCoach, otherClient]) {
    expect((await call({ url: url() }, cookie)).statusCode).toBe(404)
    expect((await decide({ recording: true }, cookie)).statusCode).toBe(404)
  }
  expect((await call({ url: url() }, org)).statusCode).toBe(403)
  expect((await call({ url: url() })).statusCode).toBe(401)
  expect(await stateOf('recording')).toBeNull()
})

test('the consents of a client cover the family', async () => {
  const childId = newId()
  await db
    .insertInto('client')
    .values({ id: childId, guardianId: clientId, firstName: 'Viggo', coachId })
    .execute()
  const childSession = await makeSession(db, { clientId: childId, sessionDefinitionId })
  await decide({ recording: true }, own, childId)
  expect(await stateOf('recording')).toMatchObject({ isGiven: true })
  const detail = async () =>
    (await call({ url: `/api/sessions/${childSession}` }, coach)).json<SessionDetail>()
  expect((await detail()).blocked.recording).toBeNull()
  await decide({ recording: false })
  expect((await detail()).blocked.recording).toBe(missingConsent.recording)
})

describe('without consent', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const upload = () =>
    call(
      {
        ...{ method: 'POST', url: '/api/uploads' },
        headers: {
          ...{ 'tus-resumable': '1.0.0', 'upload-length': '1000' },
          'upload-metadata': `sessionId ${base64(sessionId)},filename ${base64('a.mp4')}`,
        },
      },
      coach,
    )
  const transcribe = () =>
    call({ method: 'POST', url: `/api/sessions/${sessionId}/transcribe` }, coach)
  const analyse = () => call({ method: 'POST', url: `/api/sessions/${sessionId}/analyse` }, coach)
  const process = async () => {
    const { id: templateId } = await db
      .selectFrom('template')
      .select('id')
      .where('type', '=', 'diarization')
      .executeTakeFirstOrThrow()
    return call(
      {
        ...{ method: 'POST', url: '/api/admin/ai-prompt-templates/execute' },
        payload: { templateId, inputData: { sessionId, audioTranscript: 'Hello.' } },
      },
      coach,
    )
  }

  test('nothing is uploaded, transcribed, processed or analyzed, and the session shows why', async () => {
    await makeRecording(deps, sessionId)
    await updateRow(db, 'session', sessionId, { transcribedTextScripted: 'Client: A nine.' })
    for (const work of [upload, transcribe, analyse, process]) {
      const answer = await work()
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'no-consent'])
    }
    const detail = (await call({ url: `/api/sessions/${sessionId}` }, coach)).json<SessionDetail>()
    expect(detail.blocked).toEqual({
      recording: missingConsent.recording,
      transcription: missingConsent.recording,
      analysis: missingConsent.analysis,
      isAudioKeptHere: false,
    })
    for (const table of ['upload', 'transcription', 'automaticRun', 'execution'] as const)
      expect(
        await db.selectFrom(table).select('id').where('sessionId', '=', sessionId).execute(),
      ).toEqual([])
  })

  test('a withdrawal ends uploads, transcriptions and analyses in progress, and nothing else', async () => {
    await decide(everything)
    const address = (await upload()).headers['location']
    const id = String(address).split('/').at(-1) ?? ''
    await makeRecording(deps, sessionId)
    await updateRow(db, 'session', sessionId, { transcribedTextScripted: 'Client: A nine.' })
    await transcribe()
    await analyse()
    const statuses = async () => ({
      upload: (await getRow(db, 'upload', id)).status,
      transcriptions: (
        await db
          .selectFrom('transcription')
          .select('status')
          .where('sessionId', '=', sessionId)
          .execute()
      ).map(({ status }) => status),
      runs: [
        ...new Set(
          (
            await db
              .selectFrom('automaticRun')
              .select('status')
              .where('sessionId', '=', sessionId)
              .execute()
          ).map(({ status }) => status),
        ),
      ],
    })
    const running = { upload: 'receiving', transcriptions: ['waiting'], runs: ['waiting'] }
    expect(await statuses()).toEqual(running)
    await decide({ outside_analysis: false, outside_transcription: false })
    expect(await statuses()).toEqual(running)
    await decide({ analysis: false })
    expect(await statuses()).toEqual({ ...running, runs: ['cancelled'] })
    await decide({ recording: false })
    expect(await statuses()).toEqual({
      ...{ upload: 'failed', transcriptions: ['cancelled'], runs: ['cancelled'] },
    })
    expect((await getRow(db, 'upload', id)).error).toBe(missingConsent.recording)
    const sent = await call(
      {
        ...{ method: 'PATCH', url: String(address), payload: Buffer.alloc(1000) },
        headers: {
          ...{ 'tus-resumable': '1.0.0', 'upload-offset': '0' },
          'content-type': 'application/offset+octet-stream',
        },
      },
      coach,
    )
    expect(sent.statusCode).toBeGreaterThanOrEqual(400)
    expect(
      await db.selectFrom('recording').select('id').where('sessionId', '=', sessionId).execute(),
    ).toHaveLength(1)
  })
})

describe('a consent text', () => {
  const texts = async (cookie: string) => call({ url: '/api/admin/consent-texts' }, cookie)
  const add = (version: number, cookie: string, more = {}) =>
    call(
      {
        ...{ method: 'POST', url: '/api/admin/consent-texts/recording' },
        payload: { summary: 'A new summary.', details: 'New details.', version, ...more },
      },
      cookie,
    )

  test('has versions, and earlier decisions refer to the one that was read', async () => {
    const system = await signIn(emails.system)
    await decide({ recording: true })
    expect((await add(1, system)).statusCode).toBe(200)
    expect((await add(1, system)).json().code).toBe('stale')
    const [ofRecording] = (await texts(system)).json<ConsentTexts>()
    expect(ofRecording?.versions.map(({ version }) => version)).toEqual([2, 1])
    const [consent] = (await read()).consents
    expect(consent).toMatchObject({
      text: { version: 2, summary: 'A new summary.' },
      latest: { isGiven: true, textVersion: 1 },
    })
    const detail = (await call({ url: `/api/sessions/${sessionId}` }, coach)).json<SessionDetail>()
    expect(detail.blocked.recording).toBeNull()
  })

  test('is changed by system administrators only', async () => {
    for (const cookie of [admin, coach, own]) {
      expect((await texts(cookie)).statusCode).toBe(403)
      expect((await add(1, cookie)).statusCode).toBe(403)
    }
    expect((await add(2, await signIn(emails.system), { summary: ' ' })).statusCode).toBe(400)
  })
})

describe('data that must stay on this machine', () => {
  test('is not sent to outside providers for people of the organization, and the session shows it', async () => {
    await decide(everything)
    const organizationId = await makeRow(db, 'organization', {
      ...{ name: 'Quiet', inviteToken: newId(), audioStaysHere: true, wordsStayHere: true },
    })
    const refusalOf = (type: ContentType, provider: string) =>
      findConsentRefusal(db, clientId, type, provider)
    expect(await refusalOf('transcription', 'openai_whisper')).toBeNull()
    await updateRow(db, 'client', clientId, { organizationId })
    for (const [type, provider, label] of [
      ['video_storage', 'aws_s3', 'Audio never leaves this machine'],
      ['transcription', 'openai_whisper', 'Audio never leaves this machine'],
      ['ai_analysis', 'openai_gpt5', 'Words never leave this machine'],
    ] as const)
      expect(await refusalOf(type, provider)).toContain(label)
    for (const [type, provider] of [
      ['video_storage', 'local_disk'],
      ['transcription', 'local'],
      ['ai_analysis', 'built_in'],
    ] as const)
      expect(await refusalOf(type, provider)).toBeNull()
    const detail = (await call({ url: `/api/sessions/${sessionId}` }, coach)).json<SessionDetail>()
    expect(detail.blocked).toMatchObject({ recording: null, isAudioKeptHere: true })
  })
})
