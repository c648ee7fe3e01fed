import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { json } from '../../../test/local-service.ts'
import { elevenlabsService } from '../../../test/services/elevenlabs.ts'
import { testOutboundClients } from '../../../test/test-outbound-clients.ts'
import { NotFound } from '../../../platform/jobs/errors.ts'
import { elevenlabs } from './elevenlabs.ts'
import { getExternalId, parseExternalId } from './responses.ts'

const recording = fileURLToPath(new URL('../../../test/media/short.webm', import.meta.url))
const apiKey = 'xi-key-of-this-test'
const { outboundClientFor, sessionId } = await testOutboundClients()
const service = await elevenlabsService({
  apiKey,
  hear: async () => [
    { start: 0.5, end: 1.2, speaker: 'b', text: 'Good morning.' },
    { start: 1.5, end: 2.8, speaker: 'a', text: 'I slept badly.' },
  ],
})
afterAll(() => service.close())
beforeEach(() => {
  service.forget()
  service.forgetAll()
})

async function open({ hasWebhook = true, isSigned = true } = {}) {
  const outboundClient = await outboundClientFor({
    ...{ type: 'transcription', provider: 'elevenlabs', label: 'ElevenLabs' },
    ...{ addresses: { elevenlabs: service.origin }, secrets: [apiKey] },
  })
  const settings = { apiKey, webhookId: 'wh_1', ...(isSigned && { webhookSecret: 'wsec_1' }) }
  return elevenlabs(settings, { outboundClient, hasWebhook, modelsDir: '/nowhere' })
}
const { signal } = new AbortController()
const options = (more: { reference?: string } = {}) => ({
  ...{ reference: newId(), sessionId, signal, recordExternalId: async () => {}, ...more },
  onProgress() {},
})
async function begun(...it: Parameters<typeof open>) {
  const adapter = await open(...it)
  const answer = await adapter.begin(recording, options())
  if ('transcript' in answer) throw new Error('It is not an external job.')
  return { adapter, ...answer }
}

test('sends the audio of the whole recording with the webhook, speakers, language and terms', async () => {
  const reference = newId()
  const terms = ['Nordlys', 'Maja Nordin']
  const hints = { speakers: 2, language: 'da' as const, terms }
  await (await open()).begin(recording, { ...options({ reference }), ...hints })
  const [{ form, name } = { form: undefined, name: '' }] = service.files
  expect(name).toBe('sound.ogg')
  const sent = ['model_id', 'diarize', 'tag_audio_events', 'num_speakers', 'webhook', 'webhook_id']
  expect(sent.map((it) => form?.text(it))).toEqual([
    ...['scribe_v2', 'true', 'false', '2', 'true', 'wh_1'],
  ])
  expect(JSON.parse(form?.text('webhook_metadata') ?? '')).toEqual({ reference })
  expect(form?.text('language_code')).toBe('da')
  expect(form?.texts('keyterms')).toEqual(terms)
})

test('polls more often if webhook calls are rejected', async () => {
  expect((await begun({ isSigned: false })).askAgainMs).toBe(20_000)
})

test('polls a job, rarely if there is a webhook, until there is a transcript and deletes it at the service', async () => {
  service.takesItsTime()
  const { adapter, externalId, askAgainMs } = await begun()
  expect(askAgainMs).toBe(300_000)
  expect(externalId.length).toBeLessThan(250)
  const asked = options()
  expect(await adapter.collect(externalId, asked)).toMatchObject({ progress: null })
  service.next((_call, response) => json(response, 200, { status: 'processing' }))
  expect(await adapter.collect(externalId, asked)).toMatchObject({ progress: null })
  service.finish()
  expect(await adapter.collect(externalId, asked)).toMatchObject({
    transcript: {
      duration: 3.01,
      segments: [
        { speaker: 'Speaker 1', text: 'Good morning.', start: 0.5, end: 1.2 },
        { speaker: 'Speaker 2', text: 'I slept badly.', words: [{ conf: 0.99 }, {}, {}] },
      ],
    },
  })
  expect(service.done.size).toBe(1)
  await adapter.forget(externalId, signal)
  expect(service.done.size).toBe(0)
  await adapter.forget(externalId, signal)
})

test('reports a job that is missing for hours as not found', async () => {
  const { adapter, externalId } = await begun()
  service.forgetAll()
  const { id, begunAt, audio } = parseExternalId(externalId)
  const old = getExternalId({ id, audio, begunAt: begunAt - 7 * 3600 * 1000 })
  await expect(adapter.collect(old, options())).rejects.toThrow(NotFound)
  expect(await adapter.collect(externalId, options())).toMatchObject({ progress: null })
})

test('uses the transcript in the response without a webhook and deletes it at the service at once', async () => {
  const answer = await (await open({ hasWebhook: false })).begin(recording, options())
  expect(answer).toMatchObject({ transcript: { segments: [{}, {}] } })
  expect(service.files[0]?.form.text('webhook')).toBeUndefined()
  expect(service.done.size).toBe(0)
})

test('uses a transcript that cannot be deleted at the service', async () => {
  service.next(
    (_call, response) =>
      json(response, 200, {
        transcription_id: 'tr_9',
        words: [{ text: 'Hello.', start: 1, end: 2, type: 'word', speaker_id: 'speaker_0' }],
      }),
    (_call, response) => json(response, 403, { detail: { message: 'Not yours' } }),
  )
  const answer = await (await open({ hasWebhook: false })).begin(recording, options())
  expect(answer).toMatchObject({ transcript: { segments: [{ text: 'Hello.' }] } })
  expect(service.calls.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
})

describe('a connection test', () => {
  test.each([
    [{}, 'ElevenLabs responds. It calls back when a transcript is ready.'],
    [
      { isSigned: false },
      'ElevenLabs responds. Without a webhook secret its calls are rejected, so it is polled.',
    ],
    [
      { hasWebhook: false },
      'ElevenLabs responds. It cannot call this installation, so each request waits for its transcript.',
    ],
  ])('shows how transcripts arrive: %o', async (given, sentence) => {
    expect(await (await open(given)).test(signal)).toBe(sentence)
  })
})
