import { fileURLToPath } from 'node:url'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ProviderKey } from '#contract/integrations/providers/providers.ts'
import { newId } from '../../platform/ids.ts'
import { readConfig } from '../../platform/config/config.ts'
import { cutSound } from '../../test/cut-sound.ts'
import type { localService } from '../../test/local-service.ts'
import { heardIn } from '../../test/services/heard-in.ts'
import { elevenlabsService } from '../../test/services/elevenlabs.ts'
import { gcsService } from '../../test/services/gcs.ts'
import { googleSpeechService } from '../../test/services/google-speech.ts'
import { openaiAudio } from '../../test/services/openai-audio.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import type { Adapter } from '../provider.ts'
import { elevenlabs } from './elevenlabs/elevenlabs.ts'
import { googleSpeech } from './google/google-speech.ts'
import {
  type ReferenceWord,
  speakerAccuracy,
  wordErrorRate,
} from '../../test/measure-transcript.ts'
import { ensureModels } from './local/models.ts'
import { openaiWhisper } from './openai/openai-whisper.ts'
import { whisperServer } from './openai/whisper-server.ts'
import type { TranscribeOptions, Transcript } from './transcriber.ts'

const { modelsDir } = readConfig(process.env)
const media = (name: string) => fileURLToPath(new URL(`../../test/media/${name}`, import.meta.url))
const [whole, truth] = [media('mm.webm'), media('mm.truth.json')]
/** Transcribed seconds, two turns of each speaker. They end between two turns. */
const seconds = 25.9
const said = (JSON.parse(readFileSync(truth, 'utf8')) as { turns: ReferenceWord[] }).turns.filter(
  ({ end }) => end < seconds,
)

const minutes = 60_000
beforeAll(() => ensureModels(modelsDir), 10 * minutes)

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-heard-'))
const recording = await cutSound(whole, { end: seconds }, folder)
/** The first three seconds. */
const short = await cutSound(whole, { end: 3 }, folder)
afterAll(() => rmSync(folder, { recursive: true }))

const { outboundClientFor, sessionId, entries, deleteEgress } = await testOutboundClients()
const hear = await heardIn(recording, truth)
const lines = async (file: Buffer) => (await hear(file)).lines
const apiKey = 'sk-proj-very-secret-key-of-the-test'
const openai = await openaiAudio({ apiKey, hear: lines })
const own = await openaiAudio({ models: ['whisper-1'], hear: lines })
const ownPlain = await openaiAudio({ models: ['whisper-1'], formats: ['json'], hear: lines })
const eleven = await elevenlabsService({ apiKey, hear: lines })
const gcs = await gcsService()
const google = await googleSpeechService({ gcs, hear: lines })
const keyFilePath = gcs.tokens.writeKeyFile(folder)
const services = [openai, own, ownPlain, eleven, gcs, google]
afterAll(() => Promise.all(services.map((it) => it.close())))
beforeEach(async () => {
  await deleteEgress()
  for (const it of services) it.forget()
})

type Service = Awaited<ReturnType<typeof localService>>
type Known = {
  service: Service
  open: (given?: { apiKey?: string }) => Promise<Adapter<'transcription'>>
}
/** Splits the recording into two chunks. */
const listening = { modelsDir, atMost: 14 }
const openaiWith = (model?: string): Known => ({
  service: openai,
  open: async (given = { apiKey }) => {
    const outboundClient = await outboundClientFor({
      ...{ type: 'transcription', provider: 'openai_whisper', label: 'OpenAI' },
      ...{ addresses: { openai_whisper: openai.origin }, secrets: [given.apiKey ?? ''] },
    })
    const settings = { apiKey: given.apiKey ?? '', ...(model && { model }) }
    return openaiWhisper(settings, { outboundClient, ...listening })
  },
})
const serverAt = (service: Service): Known => ({
  service,
  open: async () => {
    const outboundClient = await outboundClientFor({
      ...{ type: 'transcription', provider: 'whisper_server', label: 'Whisper server' },
      addresses: { whisper_server: service.origin },
    })
    return whisperServer({}, { outboundClient, ...listening })
  },
})

const elevenlabsThat = (hasWebhook: boolean): Known => ({
  service: eleven,
  open: async (given = { apiKey }) => {
    const outboundClient = await outboundClientFor({
      ...{ type: 'transcription', provider: 'elevenlabs', label: 'ElevenLabs' },
      ...{ addresses: { elevenlabs: eleven.origin }, secrets: [given.apiKey ?? ''] },
    })
    const settings = { apiKey: given.apiKey ?? '', webhookId: 'wh_1', webhookSecret: 'wsec_1' }
    return elevenlabs(settings, { outboundClient, hasWebhook, modelsDir })
  },
})

const googleIn = (languageCode: string): Known => ({
  service: google,
  open: async () => {
    const outboundClient = await outboundClientFor({
      ...{ type: 'transcription', provider: 'google_speech', label: 'Google Speech' },
      addresses: { google_speech: google.origin, google_cloud: gcs.origin },
    })
    const settings = { projectId: 'a-project', keyFilePath, bucketName: gcs.bucket, languageCode }
    return googleSpeech(settings, { outboundClient, keyDir: folder, ...listening })
  },
})

/** The one of this machine: local.test.ts. */
const formsOf: Record<Exclude<ProviderKey<'transcription'>, 'local'>, Record<string, Known>> = {
  elevenlabs: {
    'ElevenLabs, which calls back': elevenlabsThat(true),
    'ElevenLabs, which cannot call back': elevenlabsThat(false),
  },
  openai_whisper: {
    'OpenAI, whose model tells speakers': openaiWith(),
    'OpenAI, whose model tells the time of words': openaiWith('whisper-1'),
    'OpenAI, whose model tells text alone': openaiWith('gpt-4o-transcribe'),
  },
  google_speech: {
    'Google Speech, in a language whose speakers it tells': googleIn('en-US'),
    'Google Speech, in a language whose speakers it does not tell': googleIn('da-DK'),
  },
  whisper_server: {
    'a server of one’s own': serverAt(own),
    'a server of one’s own that tells text alone': serverAt(ownPlain),
  },
}
const known = Object.values(formsOf).flatMap((forms) => Object.entries(forms))

/**
 * The variants of an adapter differ in how they parse a response; requests and errors are the same. But if a model
 * detects speakers, voices are analyzed only after the recording turned out to need several chunks.
 */
const sampleProviders = known.filter(([name]) =>
  [
    'ElevenLabs, which calls back',
    'OpenAI, whose model tells speakers',
    'Google Speech, in a language whose speakers it tells',
    'a server of one’s own that tells text alone',
  ].includes(name),
)

type Step = { progress: number; note: string | null }
const optionsOf = (more: Partial<TranscribeOptions> = {}): TranscribeOptions => ({
  ...{
    reference: newId(),
    sessionId,
    onProgress: () => {},
    recordExternalId: async () => {},
  },
  ...{ signal: new AbortController().signal, ...more },
})

/** Runs a transcription to its end, including external jobs. */
async function transcribe(
  adapter: Adapter<'transcription'>,
  path: string,
  options: TranscribeOptions = optionsOf(),
): Promise<Transcript> {
  const begun = await adapter.begin(path, options)
  if ('transcript' in begun) return begun.transcript
  for (;;) {
    const found = await adapter.collect?.(begun.externalId, options)
    if (found && 'transcript' in found) return found.transcript
  }
}

describe.each(known)('%s', (_, { open }) =>
  test(
    'transcribes speech in order, with speakers and progress',
    async () => {
      const steps: Step[] = []
      const onProgress = (progress: number, note: string | null) =>
        void steps.push({ progress, note })
      const adapter = await open()
      const transcript = await transcribe(adapter, recording, optionsOf({ onProgress }))

      expect(transcript.duration).toBeCloseTo(seconds, 1)
      expect(transcript.warnings).toEqual([])
      let before = 0
      for (const { start, end, speaker, text } of transcript.segments) {
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThanOrEqual(start)
        expect(end).toBeLessThanOrEqual(transcript.duration)
        expect(speaker).toMatch(/^Speaker [12]$/)
        expect(text).toMatch(/\S/)
        before = start
      }
      expect(transcript.segments[0]?.speaker).toBe('Speaker 1')
      const heard = transcript.segments.map(({ text }) => text).join(' ')
      expect(wordErrorRate(said.map(({ text }) => text).join(' '), heard)).toBeLessThan(0.02)
      const words = transcript.segments.map((it) => ({ ...it, word: it.text }))
      const timed = transcript.segments.flatMap(({ words: own = [], speaker }) =>
        own.map((it) => ({ ...it, speaker })),
      )
      const { share } = speakerAccuracy(said, timed.length ? timed : words)
      expect(share).toBeGreaterThanOrEqual(0.95)

      // The number of steps depends on the speed of the machine.
      expect(steps).not.toEqual([])
      for (const [index, { progress }] of steps.entries()) {
        expect(progress).toBeGreaterThanOrEqual(steps[index - 1]?.progress ?? 0)
        expect(progress).toBeLessThanOrEqual(1)
      }
      // Requests for access tokens contain no personal data.
      const left = (await entries()).filter(({ purpose }) => purpose !== 'signing in')
      expect(left).not.toEqual([])
      for (const entry of left) expect(entry).toMatchObject({ sessionId, isSuccess: true })
    },
    5 * minutes,
  ),
)

describe.each(sampleProviders)('%s', (_, { service, open }) => {
  test('does not send a silent recording', async () => {
    const transcript = await transcribe(await open(), media('silence.mp4'))
    expect(transcript).toMatchObject({ segments: [], warnings: ['SILENT'] })
    expect(service.calls).toEqual([])
  })

  // Other recordings that cannot be transcribed take the same path: local.test.ts.
  test('rejects a recording without sound', async () => {
    const refused = transcribe(await open(), media('no-audio.mp4'))
    await expect(refused).rejects.toThrow(Rejected)
    await expect(refused).rejects.toMatchObject({ reason: 'no-sound' })
    expect(service.calls).toEqual([])
  })

  test('can be cancelled', { timeout: 2 * minutes }, async () => {
    const calledOff = new AbortController()
    const adapter = await open()
    const onProgress = (progress: number) =>
      progress > 0 && calledOff.abort(new Error('called off'))
    const running = adapter.begin(recording, optionsOf({ signal: calledOff.signal, onProgress }))
    await expect(running).rejects.toThrow('called off')
    await expect(adapter.begin(recording, optionsOf({ signal: calledOff.signal }))).rejects.toThrow(
      'called off',
    )
  })
})

// Other failures are the same for every service: outbound-client.test.ts.
test.each(sampleProviders)(
  '%s is retried after an undocumented response',
  async (_, { service, open }) => {
    service.next((_call, response) => void response.writeHead(200).end('{"object":"list"}'))
    await expect(transcribe(await open(), short)).rejects.toThrow(Unavailable)
  },
)

test('quotes OpenAI when it rejects a key, without the key', async () => {
  const wrong = 'sk-proj-another-key-of-somebody'
  const adapter = await openaiWith().open({ apiKey: wrong })
  for (const call of [
    () => transcribe(adapter, short),
    async () => adapter.test?.(new AbortController().signal),
  ]) {
    const refused = call()
    await expect(refused).rejects.toThrow(Rejected)
    await expect(refused).rejects.toThrow('OpenAI says: Incorrect API key provided: [secret].')
  }
  expect(JSON.stringify(await entries())).not.toContain(wrong)
})
