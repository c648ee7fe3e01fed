import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../platform/config/config.ts'
import { newId } from '../../../platform/ids.ts'
import { cutSound } from '../../../test/cut-sound.ts'
import { json } from '../../../test/local-service.ts'
import { heardIn } from '../../../test/services/heard-in.ts'
import { openaiAudio } from '../../../test/services/openai-audio.ts'
import { testOutboundClients } from '../../../test/test-outbound-clients.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import { ensureModels } from '../local/models.ts'
import { openaiWhisper } from './openai-whisper.ts'
import { whisperServer } from './whisper-server.ts'

const { modelsDir } = readConfig(process.env)
const media = (name: string) =>
  fileURLToPath(new URL(`../../../test/media/${name}`, import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-openai-'))
/** Ends between two turns. */
const seconds = 25.9
const recording = await cutSound(media('mm.webm'), { end: seconds }, folder)
/** The first three seconds. */
const short = await cutSound(recording, { end: 3 }, folder)
afterAll(() => rmSync(folder, { recursive: true }))
const apiKey = 'sk-proj-key-of-this-test'
beforeAll(() => ensureModels(modelsDir), 600_000)

const { outboundClientFor, sessionId } = await testOutboundClients()
const hear = await heardIn(recording, media('mm.truth.json'))
const service = await openaiAudio({ apiKey, hear: async (file) => (await hear(file)).lines })
afterAll(() => service.close())
beforeEach(() => {
  service.forget()
  service.files.length = 0
})

const { signal } = new AbortController()
/** Maximum seconds per chunk. */
const atMost = 12
async function openai(model?: string) {
  const outboundClient = await outboundClientFor({
    ...{ type: 'transcription', provider: 'openai_whisper', label: 'OpenAI' },
    ...{ addresses: { openai_whisper: service.origin }, secrets: [apiKey] },
  })
  return openaiWhisper({ apiKey, ...(model && { model }) }, { outboundClient, modelsDir, atMost })
}
async function server(origin: string | undefined, given: { apiKey?: string; model?: string } = {}) {
  const outboundClient = await outboundClientFor({
    ...{ type: 'transcription', provider: 'whisper_server', label: 'Whisper server' },
    addresses: origin === undefined ? {} : { whisper_server: origin },
  })
  return whisperServer(given, { outboundClient, modelsDir, atMost })
}
const options = () => ({
  ...{ reference: newId(), sessionId, signal, recordExternalId: async () => {} },
  onProgress() {},
})

describe('requests to OpenAI', () => {
  test('contain audio only, in chunks that are split at pauses and cover the recording', async () => {
    await (await openai()).begin(recording, options())
    const pieces = await Promise.all(service.files.map(({ bytes }) => hear(bytes)))
    const inOrder = pieces.toSorted((a, b) => a.start - b.start)
    expect(inOrder).toHaveLength(3)
    let end = 0
    for (const piece of inOrder) {
      expect(piece.start).toBeCloseTo(end, 0)
      end = piece.start + piece.seconds
    }
    expect(end).toBeCloseTo(seconds, 0)
    const cuts = inOrder.slice(1).map(({ start }) => start)
    const { turns } = JSON.parse(readFileSync(media('mm.truth.json'), 'utf8')) as {
      turns: { start: number; end: number }[]
    }
    // At a pause, between turns or within one. The tests of all transcribers check that no word is lost.
    for (const cut of cuts)
      expect(turns.some(({ start, end: to }) => cut > start && cut < to && to - start < 1)).toBe(
        false,
      )
    for (const { name, bytes } of service.files) {
      expect(name).toBe('sound.ogg')
      expect(bytes.subarray(0, 4).toString()).toBe('OggS')
      expect(bytes.length).toBeLessThan(6_000 * atMost)
    }
  }, 120_000)

  test.each([
    [undefined, { model: 'gpt-4o-transcribe-diarize', chunking_strategy: 'auto' }, []],
    ['whisper-1', { model: 'whisper-1', prompt: 'Nordlys, Maja Nordin.' }, ['word', 'segment']],
  ])(
    'contain the model, the format, the language, and terms if the model accepts a prompt: %s',
    async (model, sent, times) => {
      const hints = { language: 'da' as const, terms: ['Nordlys', 'Maja Nordin'] }
      await (await openai(model)).begin(short, { ...options(), ...hints })
      const [{ form } = { form: undefined }] = service.files
      const expected = { prompt: undefined, chunking_strategy: undefined, language: 'da', ...sent }
      for (const [name, value] of Object.entries(expected)) expect(form?.text(name)).toBe(value)
      expect(form?.text('response_format')).toBe(model ? 'verbose_json' : 'diarized_json')
      expect(form?.texts('timestamp_granularities[]')).toEqual(times)
    },
    120_000,
  )
})

test('text that Whisper invents for silence is dropped by its own rule', async () => {
  service.next((_call, response) =>
    json(response, 200, {
      text: 'Good morning. Thank you for watching!',
      segments: [
        { start: 0, end: 2, text: ' Good morning.', avg_logprob: -0.2, no_speech_prob: 0.1 },
        {
          start: 2,
          end: 5,
          text: ' Thank you for watching!',
          avg_logprob: -1.4,
          no_speech_prob: 0.9,
        },
      ],
      words: ['Good', 'morning', 'Thank', 'you', 'for', 'watching'].map((word, index) => ({
        ...{ word, start: index, end: index + 0.5 },
      })),
    }),
  )
  const { transcript } = await (await openai('whisper-1')).begin(short, options())
  expect(transcript.segments.map(({ text }) => text).join(' ')).toBe('Good morning.')
}, 120_000)

describe('a connection test', () => {
  test('reports whether the model is available', async () => {
    expect(await (await openai()).test(signal)).toBe(
      'OpenAI responds and offers gpt-4o-transcribe-diarize.',
    )
    const missing = (await openai('gpt-9-transcribe')).test(signal)
    await expect(missing).rejects.toThrow(Rejected)
    await expect(missing).rejects.toThrow('OpenAI does not offer the model gpt-9-transcribe')
    expect(service.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/models',
      'GET /v1/models',
    ])
  })

  test('lists the models of your own server', async () => {
    const at = (model?: string) => server(service.origin, { apiKey, ...(model && { model }) })
    expect(await (await at()).test(signal)).toBe('Whisper server responds and offers whisper-1.')
    expect(await (await at('large-v3')).test(signal)).toBe(
      'Whisper server responds. It offers whisper-1, gpt-4o-transcribe, gpt-4o-transcribe-diarize.',
    )
    // whisper.cpp
    service.next((_call, response) => void response.writeHead(404).end('File Not Found'))
    expect(await (await at()).test(signal)).toBe(
      'Whisper server responds. It does not list its models.',
    )
  })

  test('explains how to set the address of your own server, as does a transcription', async () => {
    const nowhere = await server(undefined)
    for (const call of [() => nowhere.test(signal), () => nowhere.begin(recording, options())]) {
      const refused = call()
      await expect(refused).rejects.toThrow(Rejected)
      await expect(refused).rejects.toThrow('set WHISPER_SERVER_BASE_URL in the environment')
    }
  })
})
