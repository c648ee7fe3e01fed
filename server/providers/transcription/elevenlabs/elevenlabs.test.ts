import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { json } from '../../../test/local-service.ts'
import { elevenlabsService } from '../../../test/services/elevenlabs.ts'
import { testOutboundClients } from '../../../test/test-outbound-clients.ts'
import { NotFound, Rejected } from '../../../platform/jobs/errors.ts'
import { elevenlabs } from './elevenlabs.ts'
import { externalIdOf, parseExternalId } from './name.ts'

const recording = fileURLToPath(new URL('../../../test/media/short.webm', import.meta.url))
const apiKey = 'xi-key-of-this-test'
const { outboundClientFor } = await testOutboundClients()
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

async function open({ canCallBack = true, isSigned = true } = {}) {
  const outboundClient = await outboundClientFor({
    ...{ type: 'transcription', provider: 'elevenlabs', label: 'ElevenLabs' },
    ...{ addresses: { elevenlabs: service.origin }, secrets: [apiKey] },
  })
  const settings = { apiKey, webhookId: 'wh_1', webhookSecret: isSigned ? 'wsec_1' : undefined }
  return elevenlabs(settings, { outboundClient, canCallBack, modelsDir: '/nowhere' })
}
const { signal } = new AbortController()
const options = (more: { voices?: number; reference?: string } = {}) => ({
  ...{ reference: newId(), sessionId: newId(), signal, recordExternalId: async () => {}, ...more },
  onProgress() {},
})
async function begun(...it: Parameters<typeof open>) {
  const adapter = await open(...it)
  const answer = await adapter.begin(recording, options())
  if ('transcript' in answer) throw new Error('It did not go on elsewhere.')
  return { adapter, ...answer }
}

test('the sound of the whole recording is sent, with whom to call back and how many speak', async () => {
  const reference = newId()
  await (await open()).begin(recording, options({ reference, voices: 2 }))
  const [{ form, name } = { form: undefined, name: '' }] = service.files
  expect(name).toBe('sound.ogg')
  const sent = ['model_id', 'diarize', 'tag_audio_events', 'num_speakers', 'webhook', 'webhook_id']
  expect(sent.map((it) => form?.text(it))).toEqual([
    ...['scribe_v2', 'true', 'false', '2', 'true', 'wh_1'],
  ])
  expect(JSON.parse(form?.text('webhook_metadata') ?? '')).toEqual({ reference })
})

test('the language, and names and terms to listen for, are sent', async () => {
  const terms = ['Nordlys', 'Maja Nordin']
  await (await open()).begin(recording, { ...options(), language: 'da', terms })
  expect(service.files[0]?.form.text('language_code')).toBe('da')
  expect(service.files[0]?.form.texts('keyterms')).toEqual(terms)
})

test('where it calls back it is asked within ten minutes, and soon where its calls are refused', async () => {
  expect((await begun()).askAgainMs).toBe(300_000)
  expect((await begun({ isSigned: false })).askAgainMs).toBe(20_000)
})

test('it is asked until the text is there, and has it removed', async () => {
  service.takesItsTime()
  const { adapter, externalId } = await begun()
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

test('what it has forgotten after hours is begun anew, and not before', async () => {
  const { adapter, externalId } = await begun()
  service.forgetAll()
  const { id, begunAt, listened } = parseExternalId(externalId)
  const old = externalIdOf({ id, listened, begunAt: begunAt - 7 * 3600 * 1000 })
  await expect(adapter.collect(old, options())).rejects.toThrow(NotFound)
  expect(await adapter.collect(externalId, options())).toMatchObject({ progress: null })
})

test('where it cannot call back, its answer is waited for, and removed there at once', async () => {
  const answer = await (await open({ canCallBack: false })).begin(recording, options())
  expect(answer).toMatchObject({ transcript: { segments: [{}, {}] } })
  expect(service.files[0]?.form.text('webhook')).toBeUndefined()
  expect(service.done.size).toBe(0)
})

test('what cannot be removed is here all the same', async () => {
  service.next(
    (_call, response) =>
      json(response, 200, {
        transcription_id: 'tr_9',
        words: [{ text: 'Hello.', start: 1, end: 2, type: 'word', speaker_id: 'speaker_0' }],
      }),
    (_call, response) => json(response, 403, { detail: { message: 'Not yours' } }),
  )
  const answer = await (await open({ canCallBack: false })).begin(recording, options())
  expect(answer).toMatchObject({ transcript: { segments: [{ text: 'Hello.' }] } })
  expect(service.calls.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
})

describe('a connection test', () => {
  test.each([
    [{}, 'ElevenLabs answers. It calls back when a text is there.'],
    [
      { isSigned: false },
      'ElevenLabs answers. Without the secret of the webhook its calls are refused, and it is asked instead.',
    ],
    [
      { canCallBack: false },
      'ElevenLabs answers. It cannot call back here, so its answers are waited for.',
    ],
  ])('says how its texts come: %o', async (given, sentence) => {
    expect(await (await open(given)).test(signal)).toBe(sentence)
  })

  test('has its words where it says no', async () => {
    service.next((_call, response) =>
      json(response, 401, { detail: { status: 'invalid_api_key', message: 'Invalid API key' } }),
    )
    const refused = (await open()).test(signal)
    await expect(refused).rejects.toThrow(
      new Rejected('refused', 'ElevenLabs says: Invalid API key'),
    )
  })
})
