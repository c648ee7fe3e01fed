import { copyFileSync, statSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { Transcriber, Transcript } from '../../../providers/transcription/transcriber.ts'
import { decideConsents } from '../../../test/decide-consents.ts'
import { fakeTranscriber, spoken } from '../../../test/fake-transcriber.ts'
import { auditEntries, makeRow, makeSession, updateRow } from '../../../test/make.ts'
import { recordedHere } from '../../../test/recorded-here.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'
import { makeStagingFolder, stagingFile } from './staging.ts'

const app = await testApp()
const { deps, boss, db, call, signIn, emails, clientId, sessionDefinitionId, coachUserId } = app
makeStagingFolder(deps.config)
afterEach(async () => {
  await db.deleteFrom('session').execute()
  await sql`delete from pgboss.job`.execute(db)
})

/** A recording of two people, or a part of one, has been made here and stored. */
async function record(
  sessionId: string,
  { given = deps, ...values }: Record<string, unknown> & { given?: typeof deps } = {},
) {
  const id = newId()
  copyFileSync(recordedHere.webm, stagingFile(deps.config, id))
  await makeRow(db, 'upload', {
    ...{ id, sessionId, userId: coachUserId, status: 'processing', isMadeHere: true },
    ...{ fileName: 'here.webm', sizeBytes: statSync(recordedHere.webm).size, speakers: 2 },
    ...values,
  })
  await deps.queue.add(db, 'finish-upload', { id })
  await runQueuedJobs({ boss, deps: given }, 'finish-upload')
  expect(
    await db.selectFrom('recording').select('id').where('id', '=', id).executeTakeFirst(),
  ).toBeDefined()
  return id
}
const session = () => makeSession(db, { clientId, sessionDefinitionId })
const transcriptions = (sessionId: string) =>
  db
    .selectFrom('transcription')
    .select(['id', 'status', 'speakers', 'requestedBy'])
    .where('sessionId', '=', sessionId)
    .orderBy('id')
    .execute()
const statuses = async (sessionId: string) =>
  (await transcriptions(sessionId)).map(({ status }) => status)
const transcribe = (transcription: Transcriber = fakeTranscriber()) =>
  runQueuedJobs({ boss, deps: withAdapters(deps, { transcription }) }, 'transcribe')
const off = { ...deps, installation: { ...deps.installation, transcribeRecordings: false } }

test('a recording made here is transcribed by itself, with as many speakers as an engine tells apart', async () => {
  const [two, many] = [await session(), await session()]
  await record(two)
  await record(many, { speakers: 9 })
  expect(await transcriptions(two)).toMatchObject([
    { status: 'waiting', speakers: 2, requestedBy: coachUserId },
  ])
  expect(await transcriptions(many)).toMatchObject([{ speakers: 6 }])
  const [{ id } = { id: '' }] = await transcriptions(two)
  expect(await auditEntries(db, { rowId: id }, ['action', 'userId'])).toEqual([
    { action: 'transcription-started', userId: coachUserId },
  ])
  await transcribe()
  expect(await statuses(two)).toEqual(['completed'])
})

test('it is not where the setting is off, without provider or consent, and after an upload', async () => {
  const noProvider = { ...deps.providers, findActive: async () => undefined }
  const outside: typeof deps.providers.findActive = async (type) => {
    const found = await deps.providers.findActive(type)
    return found && (type === 'transcription' ? { ...found, provider: 'elevenlabs' } : found)
  }
  const danish = { ...deps.installation, transcriptionLanguage: 'da' as const }
  const cookie = await signIn(emails.client)
  await decideConsents(call, clientId, { outside_transcription: false }, { cookie })
  const cases = [
    { given: off },
    { given: { ...deps, providers: noProvider } },
    { given: { ...deps, providers: { ...deps.providers, findActive: outside } } },
    { given: { ...deps, installation: danish } },
    { isMadeHere: false },
  ]
  for (const values of cases) {
    const sessionId = await session()
    await record(sessionId, values)
    expect(await statuses(sessionId)).toEqual([])
  }
  await decideConsents(call, clientId, { outside_transcription: true }, { cookie })
})

test('what was transcribed of the first part is transcribed again of the whole', async () => {
  const [running, done, corrected, failed] = [
    await session(),
    await session(),
    await session(),
    await session(),
  ]
  const ids = [running, done, corrected, failed]
  for (const it of ids) await record(it)
  await sql`update pgboss.job set state = 'completed' where data->>'job' = 'transcribe'
    and singleton_key like ${`%${(await transcriptions(running))[0]?.id}%`}`.execute(db)
  await transcribe()
  await updateRow(db, 'transcription', (await transcriptions(failed))[0]?.id ?? '', {
    status: 'failed',
  })
  await updateRow(db, 'session', corrected, { originalSegments: JSON.stringify(spoken.segments) })
  for (const it of ids) await record(it, { given: off })
  expect(await Promise.all(ids.map(statuses))).toEqual([
    ...[['cancelled', 'waiting'], ['completed', 'waiting'], ['completed', 'waiting'], ['failed']],
  ])
  const [line] = spoken.segments
  const whole = { segments: [...spoken.segments, { ...line, start: 5, text: 'Again.' }] }
  await transcribe(fakeTranscriber(whole as Partial<Transcript>))
  const texts = await db
    .selectFrom('session')
    .leftJoin('newTranscript', 'newTranscript.sessionId', 'session.id')
    .select(['session.transcribedTextRaw as text', 'newTranscript.segments as beside'])
    .where('session.id', 'in', [done, corrected])
    .orderBy('session.id')
    .execute()
  const isWhole = texts.map(({ text, beside }) => [text?.includes('Again.'), beside !== null])
  // Nobody had worked with the first one; corrections stay until somebody chooses.
  expect(isWhole).toEqual([
    [true, false],
    [false, true],
  ])
})

test('words of the first part stay where none are heard in the whole', async () => {
  const id = await session()
  await record(id)
  await transcribe()
  await record(id)
  await transcribe(fakeTranscriber({ segments: [] }))
  expect(await statuses(id)).toEqual(['completed', 'failed'])
  const { text } = await db
    .selectFrom('session')
    .select('transcribedTextRaw as text')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(text).toContain('difficult week')
})

const oneVoice: Transcript = {
  ...spoken,
  segments: [
    { start: 0.1, end: 1.9, speaker: 'Speaker 1', text: 'How are you?' },
    { start: 2.1, end: 3.9, speaker: 'Speaker 1', text: 'Fine.' },
  ],
}
test.each<[string, Transcriber]>([
  ['the built-in engine', fakeTranscriber(oneVoice)],
  [
    'a service that takes its time',
    {
      maxConcurrent: 1,
      begin: async (_path, { reference }) => ({ externalId: reference, askAgainMs: 0 }),
      collect: async () => ({ transcript: oneVoice }),
    },
  ],
])('the sides of a call are its speakers, with %s', async (_, transcriber) => {
  const [apart, mixed] = [await session(), await session()]
  await record(apart, { hasSides: true })
  await record(mixed)
  await transcribe(transcriber)
  await transcribe(transcriber)
  const voices = async (id: string) => {
    const { segments } = await db
      .selectFrom('session')
      .select('segments')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return (segments as Transcript['segments']).map(({ speaker }) => speaker)
  }
  expect(await voices(apart)).toEqual(['Speaker 1', 'Speaker 2'])
  expect(await voices(mixed)).toEqual(['Speaker 1', 'Speaker 1'])
})
