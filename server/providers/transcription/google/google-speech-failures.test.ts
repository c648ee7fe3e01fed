import { describe, expect, test } from 'vitest'
import { googleSpeechJobs, recording } from '../../../test/google-speech-jobs.ts'
import { json } from '../../../test/local-service.ts'
import { NotFound, Rejected, Unavailable } from '../../../platform/jobs/errors.ts'

const { service, gcs, open, signal, options, begun, kept } = await googleSpeechJobs('short')

describe('deletes from Google', () => {
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
