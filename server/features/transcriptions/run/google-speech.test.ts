import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../../platform/config/config.ts'
import { newId } from '../../../platform/ids.ts'
import { startJobs } from '../../../platform/process/run-jobs.ts'
import { createCatalogue } from '../../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../../providers/registry.ts'
import { ensureModels } from '../../../providers/transcription/local/models.ts'
import type { Call } from '../../../test/local-service.ts'
import { json } from '../../../test/local-service.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import { makeSession } from '../../../test/make.ts'
import { gcsService } from '../../../test/services/gcs.ts'
import { googleSpeechService } from '../../../test/services/google-speech.ts'
import { testApp } from '../../../test/test-app.ts'

// Sound lies in a bucket of somebody else's: whatever happens here, it does not stay there.
const { modelsDir } = readConfig(process.env)
beforeAll(() => ensureModels(modelsDir), 600_000)
const film = fileURLToPath(new URL('../../../test/media/short.webm', import.meta.url))
const keyDir = mkdtempSync(path.join(tmpdir(), 'maylab-google-keys-'))
const gcs = await gcsService()
const service = await googleSpeechService({
  gcs,
  hear: async () => [{ start: 0.5, end: 1.2, speaker: 'a', text: 'Good morning.' }],
})
afterAll(async () => {
  await service.close()
  await gcs.close()
  rmSync(keyDir, { recursive: true })
})
const { deps, db, call, signIn, emails, clientId, sessionDefinitionId, databaseUrl } =
  await testApp((given) => {
    const addresses = { google_speech: service.origin, google_cloud: gcs.origin }
    const folders = { dataDir: given.config.dataDir, modelsDir, keyDir }
    return { providers: createProviders({ ...given, addresses }, createCatalogue(folders)) }
  })
const coach = await signIn(emails.coach)
const integrationId = newId()
await db.transaction().execute(async (tx) => {
  const ofType = tx.updateTable('integration').where('type', '=', 'transcription')
  await ofType.set({ isActive: false }).execute()
  const keyFilePath = gcs.tokens.writeKeyFile(keyDir)
  const settings = { projectId: 'a-project', keyFilePath, bucketName: gcs.bucket }
  await tx
    .insertInto('integration')
    .values({
      ...{ id: integrationId, type: 'transcription', provider: 'google_speech', isActive: true },
      settings: JSON.stringify(settings),
    })
    .execute()
})
beforeAll(() =>
  vi.waitFor(
    async () => {
      expect((await deps.providers.active('transcription')).id).toBe(integrationId)
    },
    { timeout: 20_000 },
  ),
)

const errors: Error[] = []
const started: { stop: () => Promise<void> }[] = []
// Nobody dies here: however slow the machine is, who holds a transcription keeps it.
const times = { progressMs: 50, heartbeatMs: 300, leaseMs: 120_000, retryMs: 50, recoveryMs: 200 }
async function startWorker() {
  const onError = (error: Error) => void errors.push(error)
  started.push(await startJobs(deps, { connectionString: databaseUrl, onError, times }))
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((it) => it.stop()))
  await db.deleteFrom('session').execute()
  await db.deleteFrom('externalCopy').execute()
  service.forgetAll()
  gcs.forget()
  gcs.objects.clear()
  expect(errors.splice(0)).toEqual([])
})

async function makeTranscription() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const recordingId = await makeRecording(deps, sessionId, film)
  const id = newId()
  await db.insertInto('transcription').values({ id, sessionId }).execute()
  const row = () =>
    db.selectFrom('transcription').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    ...{ id, sessionId, row },
    until: (status: string) =>
      vi.waitFor(async () => expect((await row()).status).toBe(status), { timeout: 90_000 }),
    /** As a process left it that was killed over its beginning. */
    leave: (externalId: string) =>
      db
        .updateTable('transcription')
        .set({
          ...{ status: 'running', attempts: 1 },
          ...{ integrationId, externalId, recordingId },
        })
        .set({ leasedUntil: new Date(Date.now() - 1000).toISOString() })
        .where('id', '=', id)
        .execute(),
  }
}
const nothingIsLeft = () =>
  vi.waitFor(
    async () => {
      expect([...gcs.objects.keys(), ...service.operations.keys()]).toEqual([])
      expect(await db.selectFrom('externalCopy').select('externalId').execute()).toEqual([])
    },
    { timeout: 90_000 },
  )
/** Answers the next upload to the bucket, which has arrived by then. */
function atUpload(answer: (response: ServerResponse) => void) {
  const push = gcs.calls.push.bind(gcs.calls)
  gcs.calls.push = (...calls: Call[]) => {
    if (calls[0]?.method === 'POST') {
      gcs.calls.push = push
      gcs.next(({ query, body }, response) => {
        const updated = new Date()
        gcs.objects.set(query.get('name') ?? '', { content: body, type: 'audio/ogg', updated })
        answer(response)
      })
    }
    return push(...calls)
  }
}

test('a recording is transcribed by Google, and nothing of it stays there', async () => {
  const { row, until, sessionId } = await makeTranscription()
  await startWorker()
  await until('completed')
  const { segments } = await db
    .selectFrom('session')
    .select('segments')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  expect(segments).toMatchObject([{ speaker: 'Speaker 1', text: 'Good morning.' }])
  expect(await row()).toMatchObject({ attempts: 1, externalId: null, error: null })
  await nothingIsLeft()
  const left = await db.selectFrom('egress').select(['purpose', 'isSuccess']).execute()
  expect(new Set(left.map(({ purpose }) => purpose))).toEqual(
    new Set([
      ...['signing in', 'sound for a transcription', 'transcription'],
      ...['removal of sound', 'removal of a transcript'],
    ]),
  )
  expect(left.every(({ isSuccess }) => isSuccess)).toBe(true)
}, 120_000)

test('what was all there when a process was killed is not sent again', async () => {
  const { id, sessionId, until, leave } = await makeTranscription()
  const { adapter } = await deps.providers.active('transcription')
  const noted: string[] = []
  await adapter.begin(film, {
    ...{ reference: id, sessionId, signal: new AbortController().signal, onProgress() {} },
    recordExternalId: async (externalId) => void noted.push(externalId),
  })
  await leave(noted[0] ?? '')
  await startWorker()
  await until('completed')
  const sounds = gcs.calls.filter(({ query }) => query.get('name')?.endsWith('.ogg'))
  expect([sounds.length, service.batches.length]).toEqual([1, 1])
  await nothingIsLeft()
}, 120_000)

test('cancelled while its sound is on its way, it leaves none', async () => {
  let arrived = false
  let end = () => {}
  atUpload((response) => {
    arrived = true
    end = () => json(response, 200, {})
  })
  const { sessionId, until } = await makeTranscription()
  await startWorker()
  await expect.poll(() => arrived, { timeout: 90_000 }).toBe(true)
  const url = `/api/sessions/${sessionId}/cancel-transcription`
  expect((await call({ method: 'POST', url }, coach)).statusCode).toBe(200)
  end()
  await until('cancelled')
  await nothingIsLeft()
  expect(service.batches).toEqual([])
}, 120_000)

test('refused by Google Speech it fails with its words, and leaves nothing', async () => {
  service.next((_call, response) =>
    json(response, 400, {
      error: { code: 400, message: 'The model is not available here.', status: 'INVALID_ARGUMENT' },
    }),
  )
  const { row, until } = await makeTranscription()
  await startWorker()
  await until('failed')
  expect((await row()).error).toBe('Google Speech says: The model is not available here.')
  await nothingIsLeft()
}, 120_000)
