import { describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import {
  chunkSeconds,
  googleSpeechJobs,
  minutes,
  recording,
} from '../../../test/google-speech-jobs.ts'
import { json } from '../../../test/local-service.ts'
import { NotFound, Rejected, Unavailable } from '../../../platform/jobs/errors.ts'

const { service, gcs, entries, open, signal, options, begun, kept } = await googleSpeechJobs(
  'short',
  'long',
)

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
        expect(content.length).toBeLessThan(6_000 * chunkSeconds)
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

test(
  'audio, plan and transcript are deleted from Google, idempotently',
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
