import { expect, test } from 'vitest'
import type { Transcription } from '#contract/transcriptions.ts'
import { ApiError } from '#web/lib/api.ts'
import { type Ended, transcriptionWatcher } from './transcription-watcher.ts'

const [one, other] = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
]
const sessionDate = '2026-03-04T10:00:00Z'
const of = (status: Transcription['status'], error: string | null = null) => ({
  sessionDate,
  transcription: {
    ...{ status, error, progress: 0, note: null, warnings: [], speakers: null, language: null },
    ...{ createdAt: sessionDate, finishedAt: null },
  },
})
type Answer = ReturnType<typeof of> | Error

/** One look after the other answers what is next; then the last for ever. */
function watching(answers: Answer[], kept: string | null = null) {
  const memory = new Map(kept === null ? [] : [['transcriptions started here', kept]])
  const looks: string[] = []
  const ended: Ended[] = []
  const store = transcriptionWatcher({
    look: async (id) => {
      looks.push(id)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer || answer instanceof Error) throw answer ?? new Error('nothing')
      return answer
    },
    pauseBefore: () => Promise.resolve(),
    memory: {
      getItem: (name) => memory.get(name) ?? null,
      setItem: (name, text) => void memory.set(name, text),
    },
  })
  store.onEnded((it) => ended.push(it))
  const settled = () => expect.poll(() => [...memory.values()].at(0)).toBe('[]')
  return { store, looks, ended, settled, kept: () => [...memory.values()].at(0) }
}
const refusal = (status: number) => new ApiError(status, '', '')
const started = { sessionId: one, clientId: other }

test('one that was started here is looked at until it has ended, and then no more', async () => {
  const { store, looks, ended, settled } = watching([of('waiting'), of('running'), of('completed')])
  store.add(started)
  await settled()
  expect(looks).toHaveLength(3)
  expect(ended).toEqual([{ ...started, sessionDate, status: 'completed', error: null }])
})

test('one that failed is told with what went wrong', async () => {
  const { store, ended, settled } = watching([of('failed', 'The recording is damaged.')])
  store.add(started)
  await settled()
  expect(ended).toMatchObject([{ status: 'failed', error: 'The recording is damaged.' }])
})

test('whoever comes next hears nothing of what somebody else has started', async () => {
  const { store, ended, kept } = watching([of('completed')])
  store.add(started)
  // The server is asked already.
  await Promise.resolve()
  store.forget()
  expect(kept()).toBe('[]')
  await new Promise((done) => setTimeout(done))
  expect(ended).toEqual([])
})

test('one that was cancelled is no news, and nor is one that is not there any more', async () => {
  for (const answer of [of('cancelled'), ...[401, 403, 404].map(refusal)]) {
    const { store, looks, ended, settled } = watching([answer])
    store.add(started)
    await settled()
    expect(looks).toHaveLength(1)
    expect(ended).toEqual([])
  }
})

test('a server that does not answer, restarts or has too much to do is asked again', async () => {
  for (const answer of [new TypeError('away'), ...[429, 502, 503].map(refusal)]) {
    const { store, ended, settled } = watching([answer, of('completed')])
    store.add(started)
    await settled()
    expect(ended).toHaveLength(1)
  }
})

test('what never ends is given up in the end', async () => {
  const { store, looks, ended, settled } = watching([of('running')])
  store.add(started)
  await settled()
  expect(looks).toHaveLength(300)
  expect(ended).toEqual([])
})

test('started again it is one watch, not two', async () => {
  const { store, ended, settled } = watching([of('running'), of('completed')])
  store.add(started)
  store.add(started)
  await settled()
  expect(ended).toHaveLength(1)
})

test('it outlives the page, and what is kept wrongly is nothing', async () => {
  const { store, ended, settled } = watching([of('completed')], JSON.stringify([started]))
  store.recall()
  await settled()
  expect(ended).toMatchObject([started])
  for (const wrong of ['{', '{}', '[{"sessionId":"x"}]', 'null']) {
    const broken = watching([of('completed')], wrong)
    broken.store.recall()
    expect(broken.looks).toEqual([])
  }
})
