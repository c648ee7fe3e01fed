import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../platform/config/config.ts'
import { newId } from '../../../platform/ids.ts'
import { beginningOf } from '../../../test/beginning-of.ts'
import { json } from '../../../test/local-service.ts'
import { gcsService } from '../../../test/services/gcs.ts'
import { googleSpeechService } from '../../../test/services/google-speech.ts'
import { heardIn } from '../../../test/services/heard-in.ts'
import { testOutboundClients } from '../../../test/test-outbound-clients.ts'
import { NotFound, Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { ensureModels } from '../local/models.ts'
import type { TranscribeOptions } from '../transcriber.ts'
import { googleSpeech } from './google-speech.ts'

const { modelsDir } = readConfig(process.env)
const media = (name: string) =>
  fileURLToPath(new URL(`../../../test/media/${name}`, import.meta.url))
/** The first three seconds. */
const recording = media('short.webm')
const minutes = 60_000
beforeAll(() => ensureModels(modelsDir), 10 * minutes)

const keyDir = mkdtempSync(path.join(tmpdir(), 'maylab-google-speech-'))
/** Two turns of each speaker, in three chunks of at most `pieceSeconds`. */
const pieceSeconds = 12
const long = await beginningOf(media('mm.webm'), 25.9, keyDir)
const { outboundClientFor, entries, deleteEgress, sessionId } = await testOutboundClients()
const hear = await heardIn(long, media('mm.truth.json'))
const gcs = await gcsService()
const said = [
  { start: 0, end: 1.2, speaker: 'b', text: 'Good morning.' },
  { start: 1.5, end: 2.8, speaker: 'a', text: 'I slept badly.' },
]
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

type Given = {
  bucketName?: string
  languageCode?: string
  location?: string
  atMost?: number
  keyFilePath?: string
}
async function open({ atMost = pieceSeconds, ...given }: Given = {}) {
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
let jobs: Record<'short' | 'long', Awaited<ReturnType<typeof beginJob>>>
beforeAll(async () => {
  const short = await beginJob(recording)
  gcs.objects.clear()
  jobs = { short, long: await beginJob(long) }
}, 5 * minutes)
async function begun(given?: Given, which: keyof typeof jobs = 'short') {
  const { externalId, objects } = jobs[which]
  for (const [name, object] of objects) gcs.objects.set(name, object)
  const adapter = await open(given)
  return { adapter, externalId, collect: () => adapter.collect(externalId, options()) }
}
const kept = () => [...gcs.objects.keys()].map((name) => name.split('/').slice(2).join('/'))

describe('requests to Google', () => {
  test(
    'store the audio in chunks in the bucket and send the configuration',
    async () => {
      const { collect } = await begun({}, 'long')
      expect(kept()).toEqual(['sound/1.ogg', 'sound/2.ogg', 'sound/3.ogg', 'plan.json'])
      const sounds = [...gcs.objects.values()].slice(0, 3)
      for (const { type, content } of sounds) {
        expect(type).toBe('audio/ogg')
        expect(content.subarray(0, 4).toString()).toBe('OggS')
        expect(content.length).toBeLessThan(6_000 * pieceSeconds)
      }
      expect(service.batches).toEqual([])
      const found = await collect()
      expect(service.batches.map(({ files }) => files[0]?.uri)).toEqual(
        [...gcs.objects.keys()].slice(0, 3).map((name) => `gs://${gcs.bucket}/${name}`),
      )
      expect(service.batches[0]?.config).toEqual({
        ...{ autoDecodingConfig: {}, model: 'chirp_3', languageCodes: ['en-US'] },
        features: {
          enableWordTimeOffsets: true,
          enableWordConfidence: true,
          enableAutomaticPunctuation: true,
          diarizationConfig: {},
        },
      })
      // Each chunk numbers its speakers from 1; matched between chunks there are two.
      if (!found.transcript) throw new Error('It is not done.')
      const { segments, warnings } = found.transcript
      expect(new Set(segments.map(({ speaker }) => speaker))).toEqual(
        new Set(['Speaker 1', 'Speaker 2']),
      )
      expect(warnings).toEqual([])
    },
    2 * minutes,
  )

  test('use the configured location, and no speakers if the language does not support them', async () => {
    const { collect } = await begun({ languageCode: 'da-DK', location: 'europe-west4' })
    expect(await collect()).toMatchObject({ transcript: { segments: [{}] } })
    expect(service.calls[0]?.path).toBe(
      '/v2/projects/a-project/locations/europe-west4/recognizers/_:batchRecognize',
    )
    expect(service.batches).toHaveLength(1)
    expect(service.batches[0]?.config).toMatchObject({ languageCodes: ['da-DK'] })
    expect(service.batches[0]?.config.features.diarizationConfig).toBeUndefined()
  })

  test(
    'contain the language with a country, and terms as phrases',
    async () => {
      const adapter = await open({ languageCode: 'en-GB' })
      const hints = options({ language: 'da', terms: ['Nordlys'] })
      const answer = await adapter.begin(recording, hints)
      if ('transcript' in answer) throw new Error('It is not an external job.')
      await adapter.collect(answer.externalId, options())
      expect(service.batches[0]?.config).toMatchObject({
        languageCodes: ['da-DK'],
        adaptation: { phraseSets: [{ inlinePhraseSet: { phrases: [{ value: 'Nordlys' }] } }] },
      })
    },
    2 * minutes,
  )

  test('begin after the id is recorded; nothing is sent if another worker has the transcription', async () => {
    const named: string[] = []
    const recordExternalId = async (externalId: string) => {
      expect(gcs.calls).toEqual([])
      named.push(externalId)
    }
    const adapter = await open()
    const reference = newId()
    const answer = await adapter.begin(recording, options({ reference, recordExternalId }))
    expect(answer).toEqual({ externalId: named[0], askAgainMs: 0 })
    expect(named[0]).toContain(reference)
    gcs.forget()
    const lost = () => Promise.reject(new Unavailable('It is in other hands.'))
    await expect(adapter.begin(recording, options({ recordExternalId: lost }))).rejects.toThrow(
      'other hands',
    )
    expect(gcs.calls).toEqual([])
  })
})

test('a job is polled until it is done, and reports progress', async () => {
  service.takesItsTime(40)
  const { collect } = await begun()
  expect(await collect()).toEqual({ progress: expect.closeTo(0.456, 2), askAgainMs: 15_000 })
  expect(await collect()).toMatchObject({ askAgainMs: 15_000 })
  expect(service.batches).toHaveLength(1)
  service.finish()
  expect(await collect()).toMatchObject({
    transcript: {
      duration: 3.01,
      segments: [
        { speaker: 'Speaker 1', text: 'Good morning.', start: 0, end: 1.2 },
        { speaker: 'Speaker 2', text: 'I slept badly.', words: [{ conf: 0.97 }, {}, {}] },
      ],
    },
  })
})

test(
  'another process continues a job without starting an operation twice',
  async () => {
    const { externalId } = await begun({}, 'long')
    service.takesItsTime(0)
    let asked = 0
    const push = service.calls.push.bind(service.calls)
    service.calls.push = (...calls) => {
      // The second of three chunks cannot start.
      if (calls[0]?.path.endsWith(':batchRecognize') && ++asked === 2)
        service.next((_call, response) => json(response, 429, {}, { 'retry-after': '40' }))
      return push(...calls)
    }
    const first = (await open()).collect(externalId, options())
    await expect(first).rejects.toMatchObject({ waitMs: 40_000 })
    service.calls.push = push
    service.finish()
    const next = await (await open()).collect(externalId, options())
    expect(next).toMatchObject({ transcript: { engine: 'google-speech' } })
    expect(service.batches).toHaveLength(3)
    expect(new Set(service.batches.map(({ files }) => files[0]?.uri)).size).toBe(3)
  },
  2 * minutes,
)

describe('deletes from Google', () => {
  test(
    'audio, plan and transcript, idempotently',
    async () => {
      const { adapter, externalId, collect } = await begun({}, 'long')
      await collect()
      expect(service.operations.size).toBe(3)
      await adapter.forget(externalId, signal)
      expect([kept(), service.operations.size]).toEqual([[], 0])
      await adapter.forget(externalId, signal)
      await expect(collect()).rejects.toThrow(NotFound)
    },
    2 * minutes,
  )

  test('a job in progress, which is cancelled', async () => {
    service.takesItsTime(10)
    const { adapter, externalId, collect } = await begun()
    await collect()
    await adapter.forget(externalId, signal)
    expect(service.calls.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
      expect.stringMatching(/^POST _:batchRecognize$/),
      expect.stringMatching(/^GET /),
      expect.stringMatching(/^GET /),
      expect.stringMatching(/^POST .+:cancel$/),
      expect.stringMatching(/^DELETE /),
    ])
    expect([kept(), service.operations.size]).toEqual([[], 0])
  })

  test('successfully if the operation or the bucket does not exist', async () => {
    const { adapter, externalId, collect } = await begun()
    await collect()
    service.operations.clear()
    await adapter.forget(externalId, signal)
    expect(kept()).toEqual([])
    await adapter.forget(externalId.replace(gcs.bucket, 'a-bucket-of-before'), signal)
  })

  test('from the bucket of the job, also after the setting has changed', async () => {
    const { externalId, collect } = await begun()
    const other = await open({ bucketName: 'another-bucket' })
    expect(await other.collect(externalId, options())).toMatchObject({ transcript: {} })
    await (await open({ bucketName: '' })).forget(externalId, signal)
    expect(kept()).toEqual([])
    await expect(collect()).rejects.toThrow(NotFound)
  })

  test('after a cancelled upload', async () => {
    const calledOff = new AbortController()
    const push = gcs.calls.push.bind(gcs.calls)
    gcs.calls.push = (...calls) => {
      if (calls[0]?.method === 'POST')
        gcs.next(({ query, body }, response) => {
          const updated = new Date()
          // The upload arrives, but its response is lost.
          gcs.objects.set(query.get('name') ?? '', { content: body, type: '', updated })
          calledOff.abort(new Error('called off'))
          response.destroy()
        })
      return push(...calls)
    }
    const running = (await open()).begin(recording, options({ signal: calledOff.signal }))
    await expect(running).rejects.toThrow('called off')
    gcs.calls.push = push
    expect(gcs.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    expect(kept()).toEqual([])
  })
})

describe('a failed transcription', () => {
  test('is restarted after a temporary error, up to three times in all', async () => {
    const internal = { code: 13, message: 'Internal error.' }
    service.takesItsTime(50)
    const { collect } = await begun()
    for (const attempt of [1, 2]) {
      await collect()
      service.fail(internal)
      await expect(collect()).rejects.toThrow(
        new Unavailable('Google Speech says: Internal error.'),
      )
      expect(service.batches).toHaveLength(attempt)
    }
    await collect()
    service.fail(internal)
    await expect(collect()).rejects.toThrow(Rejected)
    expect(service.batches).toHaveLength(3)
  })

  test('is not retried after a permanent error', async () => {
    const { collect } = await begun()
    service.takesItsTime(50)
    await collect()
    service.fail({ code: 3, message: 'Audio encoding is not supported.' })
    const refused = new Rejected('refused', 'Google Speech says: Audio encoding is not supported.')
    await expect(collect()).rejects.toThrow(refused)
  })

  test('names the object that failed', async () => {
    const { collect } = await begun()
    for (const name of gcs.objects.keys()) if (name.endsWith('.ogg')) gcs.objects.delete(name)
    await expect(collect()).rejects.toThrow(
      /^Google Speech says: The object gs:.+ does not exist\.$/,
    )
  })
})

test('an operation that Google has deleted is reported as not found', async () => {
  const { collect } = await begun()
  service.takesItsTime(50)
  await collect()
  service.operations.clear()
  await expect(collect()).rejects.toThrow(NotFound)
})

describe('a response', () => {
  const uri = 'gs://a-bucket/x'
  const done = (call: { path: string }, response: object) => ({
    ...{ name: call.path.replace('/v2/', ''), done: true, response },
  })
  const answering = async (response: object) => {
    const { collect } = await begun()
    service.takesItsTime(50)
    await collect()
    service.next((call, reply) => json(reply, 200, done(call, response)))
    return collect()
  }

  test('without words is used as text, each part at its time', async () => {
    const results = [
      { alternatives: [{ transcript: 'Good morning.' }], resultEndOffset: '1.2s' },
      { alternatives: [] },
      { alternatives: [{ transcript: 'I slept badly.' }], resultEndOffset: '2.800s' },
    ]
    const found = await answering({
      results: { [uri]: { inlineResult: { transcript: { results } } } },
    })
    expect(found).toMatchObject({
      transcript: { segments: [{ text: 'Good morning. I slept badly.', start: 0, end: 2.8 }] },
    })
  })

  test('for silence results in no segments', async () => {
    const found = await answering({ results: { [uri]: { inlineResult: {} } } })
    expect(found).toMatchObject({ transcript: { segments: [], warnings: ['NO_SPEECH'] } })
  })

  test.each([
    ['without any file', {}],
    ['with a file and nothing of it', { results: { [uri]: {} } }],
    ['with words that are none', { results: { [uri]: { inlineResult: { transcript: 'x' } } } }],
  ])('%s is unreadable', async (_, response) => {
    await expect(answering(response)).rejects.toThrow(
      new Unavailable('Google Speech sent a response that could not be read.'),
    )
  })

  test('with an operation in another location is invalid', async () => {
    const { collect } = await begun()
    service.next((_call, response) =>
      json(response, 200, { name: 'projects/p/locations/evil.example/operations/1' }),
    )
    await expect(collect()).rejects.toThrow('sent a response that could not be read')
  })
})

describe('the connection test', () => {
  test('stores and deletes a file and calls Google Speech', async () => {
    expect(await (await open()).test(signal)).toBe(
      'Google Speech responds, and files can be stored in the bucket a-bucket and deleted.',
    )
    expect(kept()).toEqual([])
    expect(service.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v2/projects/a-project/locations/eu/recognizers',
    ])
    expect(new Set((await entries()).map(({ purpose }) => purpose))).toEqual(
      new Set(['signing in', 'connection test']),
    )
  })

  test('fails without a bucket, as does a transcription', async () => {
    const adapter = await open({ bucketName: '' })
    for (const call of [() => adapter.test(signal), () => adapter.begin(recording, options())]) {
      const refused = call()
      await expect(refused).rejects.toThrow(Rejected)
      await expect(refused).rejects.toThrow(
        'Google Speech needs a bucket of Google Cloud Storage. An administrator enters it in its settings.',
      )
    }
    expect(await entries()).toEqual([])
  })
})
