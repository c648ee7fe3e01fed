import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { readConfig } from '../platform/config/config.ts'
import { newId } from '../platform/ids.ts'
import { googleSpeech } from '../providers/transcription/google/google-speech.ts'
import { ensureModels } from '../providers/transcription/local/models.ts'
import type { TranscribeOptions } from '../providers/transcription/transcriber.ts'
import { cutSound } from './cut-sound.ts'
import { gcsService } from './services/gcs.ts'
import { googleSpeechService } from './services/google-speech.ts'
import { heardIn } from './services/heard-in.ts'
import { testOutboundClients } from './test-outbound-clients.ts'

const media = (name: string) => fileURLToPath(new URL(`media/${name}`, import.meta.url))
/** The first three seconds. */
export const recording = media('short.webm')
export const minutes = 60_000
/** Seconds of a chunk. */
export const chunkSeconds = 12
const said = [
  { start: 0, end: 1.2, speaker: 'b', text: 'Good morning.' },
  { start: 1.5, end: 2.8, speaker: 'a', text: 'I slept badly.' },
]

type Given = {
  bucketName?: string
  languageCode?: string
  location?: string
  atMost?: number
  keyFilePath?: string
}

/** Jobs of these recordings at local fakes of Google's services. Call once per test file, at the top. */
export async function googleSpeechJobs(...names: ('short' | 'long')[]) {
  const { modelsDir } = readConfig(process.env)
  beforeAll(() => ensureModels(modelsDir), 10 * minutes)
  const keyDir = mkdtempSync(path.join(tmpdir(), 'maylab-google-speech-'))
  /** Two turns of each speaker, in three chunks. */
  const long = await cutSound(media('mm.webm'), { end: 25.9 }, keyDir)
  const { outboundClientFor, entries, deleteEgress, sessionId } = await testOutboundClients()
  const hear = await heardIn(long, media('mm.truth.json'))
  const gcs = await gcsService()
  const service = await googleSpeechService({
    gcs,
    hear: async (file) => (file.length < 15_000 ? said : (await hear(file)).lines),
  })
  const keyFilePath = gcs.tokens.writeKeyFile(keyDir)
  afterAll(async () => {
    await service.close()
    await gcs.close()
    rmSync(keyDir, { recursive: true })
  })
  beforeEach(async () => {
    service.forgetAll()
    gcs.forget()
    gcs.objects.clear()
    await deleteEgress()
  })

  async function open({ atMost = chunkSeconds, ...given }: Given = {}) {
    const outboundClient = await outboundClientFor({
      ...{ type: 'transcription', provider: 'google_speech', label: 'Google Speech' },
      addresses: { google_speech: service.origin, google_cloud: gcs.origin },
    })
    const settings = { projectId: 'a-project', keyFilePath, bucketName: gcs.bucket, ...given }
    return googleSpeech(settings, { outboundClient, keyDir, modelsDir, atMost })
  }
  const { signal } = new AbortController()
  const options = (more: Partial<TranscribeOptions> = {}): TranscribeOptions => ({
    ...{ reference: newId(), sessionId, signal, recordExternalId: async () => {} },
    onProgress() {},
    ...more,
  })
  /** The objects in the bucket after a job has begun, analyzed once for all tests that continue from there. */
  async function beginJob(file: string) {
    const answer = await (await open()).begin(file, options())
    if ('transcript' in answer) throw new Error('It is not an external job.')
    return { ...answer, objects: new Map(gcs.objects) }
  }
  const files = { short: recording, long }
  const jobs = new Map<keyof typeof files, Awaited<ReturnType<typeof beginJob>>>()
  beforeAll(async () => {
    for (const name of names) {
      gcs.objects.clear()
      jobs.set(name, await beginJob(files[name]))
    }
  }, 5 * minutes)

  return {
    ...{ service, gcs, entries, open, signal, options },
    begun: async (given?: Given, name: keyof typeof files = 'short') => {
      const { externalId, objects } = jobs.get(name) ?? (await beginJob(files[name]))
      for (const [key, object] of objects) gcs.objects.set(key, object)
      const adapter = await open(given)
      return { adapter, externalId, collect: () => adapter.collect(externalId, options()) }
    },
    /** Names of the objects in the bucket, without the folders of the job. */
    kept: () => [...gcs.objects.keys()].map((name) => name.split('/').slice(2).join('/')),
  }
}
