import { expect, test } from 'vitest'
import type { TransferReports } from './transfer.ts'
import { uploadMemory } from './upload-memory.ts'
import { type ServerState, uploadStore } from './upload-store.ts'

const sessionId = 'session-1'
const url = '/api/uploads/1'
const video = (content = 'video') =>
  new File([content], 'talk.mp4', { type: 'video/mp4', lastModified: 1 })

const state = (values: Partial<ServerState>): ServerState => ({
  ...{ id: 'recording-1', status: 'processing', note: null, error: null },
  ...values,
})
const completed = state({ status: 'completed' })
type Answer = ServerState | Error | null

/** A store with a transfer that the test controls, and a storage that survives "reloads". */
function opened(
  items = new Map<string, string>(),
  { answers = [], isLate = false }: { answers?: Answer[]; isLate?: boolean } = {},
) {
  const began: { uploadUrl: string | null; fileName: string; reports: TransferReports }[] = []
  const did: string[] = []
  const asked: string[] = []
  const store = uploadStore({
    hasSound: async () => undefined,
    startTransfer: (_file, { uploadUrl, fileName }, reports) => {
      began.push({ uploadUrl, fileName, reports })
      return {
        pause: () => did.push('pause'),
        resume: () => did.push('resume'),
        stop: () => did.push('stop'),
      }
    },
    discard: async (uploadUrl) => {
      did.push(`discard ${uploadUrl}`)
      return !isLate
    },
    memory: uploadMemory({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }),
    stateOf: async (uploadUrl) => {
      asked.push(uploadUrl)
      const [now = completed] = answers.splice(0, 1)
      if (now instanceof Error) throw now
      return now
    },
    pauseBefore: async () => undefined,
    now: () => 0,
    onBusy: (isBusy) => did.push(isBusy ? 'busy' : 'free'),
  })
  const begin = (file = video()) => {
    store.choose(sessionId, file)
    store.upload(sessionId, { id: 'client-1', name: 'Mia Holm' })
    const last = began.at(-1)
    if (!last) throw new Error('No transfer began.')
    return last
  }
  const until = (phase: string) => expect.poll(() => store.get(sessionId).phase).toBe(phase)
  return { store, began, did, asked, items, begin, until }
}

test('a completed upload has its recording and is no longer remembered', async () => {
  const { store, begin, items, did } = opened()
  const { reports } = begin()
  reports.url(url)
  reports.progress(3)
  expect(store.get(sessionId)).toMatchObject({ phase: 'uploading', sent: 3 })
  reports.done()
  await expect.poll(() => store.get(sessionId).phase).toBe('uploaded')
  expect(store.get(sessionId).recordingId).toBe('recording-1')
  expect(items.size).toBe(0)
  expect(did).toEqual(['busy', 'free'])
})

test('after a reload the same file resumes its upload', () => {
  const before = opened()
  before.begin().reports.url(url)
  const after = opened(before.items)
  expect(after.store.recall(sessionId)?.name).toBe('talk.mp4')
  expect(after.begin().uploadUrl).toBe(url)
})

test('after a reload another file starts a new upload', () => {
  const before = opened()
  before.begin().reports.url(url)
  expect(opened(before.items).begin(video('another')).uploadUrl).toBeNull()
})

test('the browser storage does not contain the name of the client', () => {
  const { begin, items } = opened()
  const { reports, fileName } = begin()
  reports.url(url)
  expect(fileName).toContain('Mia')
  expect(JSON.stringify([...items])).not.toContain('Mia')
})

test('cancelling stops the transfer and discards the upload, and a late response changes nothing', () => {
  const { store, begin, items, did } = opened()
  const { reports } = begin()
  reports.url(url)
  store.cancel(sessionId)
  reports.failed({ message: 'aborted', isRefused: false, status: 0 })
  expect(store.get(sessionId).phase).toBe('idle')
  expect(did).toEqual(['busy', 'stop', 'free', `discard ${url}`])
  expect(items.size).toBe(0)
})

test('signing out stops uploads, and the next user sees nothing of them', async () => {
  const never = Array.from({ length: 1000 }, () => state({}))
  const { store, begin, items, did, asked } = opened(new Map(), { answers: never })
  const { reports } = begin()
  reports.url(url)
  store.stopAll()
  expect(did).toEqual(['busy', 'stop', 'free'])
  reports.failed({ message: 'Please sign in.', isRefused: false, status: 0 })
  expect(store.inProgress()).toEqual([])
  expect(store.get(sessionId)).toMatchObject({ phase: 'idle', file: null })
  // So that the same user can choose the file again.
  expect(items.size).toBe(1)
  const again = begin()
  again.reports.done()
  store.stopAll()
  await Promise.resolve()
  expect(asked).toEqual([])
  expect(store.inProgress()).toEqual([])
})

test('a refused upload is forgotten, an interrupted one is remembered', () => {
  const { store, begin, items } = opened()
  const { reports } = begin()
  reports.url(url)
  reports.failed({ message: 'The server cannot be reached', isRefused: false, status: 0 })
  expect(store.get(sessionId).error).toBe('Upload failed: The server cannot be reached')
  expect(items.size).toBe(1)
  const again = begin()
  expect(again.uploadUrl).toBe(url)
  again.reports.failed({ message: 'This file is not a video.', isRefused: true, status: 0 })
  expect(store.get(sessionId)).toMatchObject({ phase: 'failed', isRefused: true })
  expect(items.size).toBe(0)
})

test('an upload interrupted by a reload needs its file again, and then resumes', async () => {
  const before = opened()
  before.begin().reports.url(url)
  const answers = [state({ status: 'receiving' })]
  const { store, until, begin } = opened(before.items, { answers })
  const remembered = store.recall(sessionId)
  if (remembered) store.follow(sessionId, 'client-1', remembered)
  await until('failed')
  store.upload(sessionId, { id: 'client-1', name: 'Mia Holm' })
  expect(store.get(sessionId)).toMatchObject({ phase: 'idle', file: null })
  expect(store.recall(sessionId)).toEqual(remembered)
  expect(begin().uploadUrl).toBe(url)
})

test('a double click starts one upload', () => {
  const { store, begin, began } = opened()
  begin()
  store.upload(sessionId, { id: 'client-1', name: 'Mia Holm' })
  expect(began).toHaveLength(1)
})

test('subscribers are notified of every change until they unsubscribe', () => {
  const { store, begin } = opened()
  let heard = 0
  const stopAll = store.subscribe(() => heard++)
  begin()
  expect(heard).toBe(2)
  stopAll()
  store.pause(sessionId)
  expect(heard).toBe(2)
})

test('uploads in progress are listed with their client, and the list is stable between changes', async () => {
  const { store, begin } = opened()
  expect(store.inProgress()).toEqual([])
  const { reports } = begin()
  reports.progress(2)
  expect(store.inProgress()).toMatchObject([
    { sessionId, clientId: 'client-1', upload: { phase: 'uploading', sent: 2 } },
  ])
  expect(store.inProgress()).toBe(store.inProgress())
  reports.failed({ message: 'The server cannot be reached', isRefused: false, status: 0 })
  expect(store.inProgress()).toMatchObject([{ upload: { phase: 'failed' } }])
  const again = begin()
  again.reports.url(url)
  again.reports.done()
  await expect.poll(() => store.inProgress()).toEqual([])
})

test('an upload that has arrived is polled until it is a recording, without keeping the page open', async () => {
  const passing = new Error('no answer')
  const answers = [state({}), passing, state({ note: 'It cannot be stored.' }), state({})]
  const { store, begin, did, asked, items, until } = opened(new Map(), { answers })
  const seen: (string | null)[] = []
  store.subscribe(() => seen.push(store.get(sessionId).waitingFor))
  const { reports } = begin()
  reports.url(url)
  reports.progress(5)
  reports.done()
  expect(store.get(sessionId)).toMatchObject({ phase: 'uploading', isProcessing: true, sent: 5 })
  expect(did).toEqual(['busy', 'free'])
  expect(items.size).toBe(1)
  await until('uploaded')
  expect(asked).toEqual([url, url, url, url, url])
  expect(seen.filter((it) => it !== null)).toEqual([
    'The server isn’t responding. Trying again…',
    'It cannot be stored. Trying again automatically.',
  ])
  expect(items.size).toBe(0)
})

test.each([
  [state({ status: 'failed', error: 'The video has no sound.' }), 'The video has no sound.', true],
  [null, 'The server did not save the recording', true],
  [state({ status: 'receiving' }), 'Part of the file did not arrive', false],
])('an upload that is not saved shows the reason: %j', async (answer, error, isRefused) => {
  const { store, begin, items, until } = opened(new Map(), { answers: [answer] })
  const { reports } = begin()
  reports.url(url)
  reports.done()
  await until('failed')
  expect(store.get(sessionId)).toMatchObject({ error: `Upload failed: ${error}`, isRefused })
  expect(items.size).toBe(isRefused ? 0 : 1)
})

test('after a reload the outcome of an upload that had arrived is shown', async () => {
  const before = opened()
  before.begin().reports.url(url)
  const answers = [state({}), state({ status: 'failed', error: 'The video has no sound.' })]
  const { store, until } = opened(before.items, { answers })
  const remembered = store.recall(sessionId)
  if (!remembered) throw new Error('Nothing is remembered.')
  store.follow(sessionId, 'client-1', remembered)
  expect(store.inProgress()).toMatchObject([
    { clientId: 'client-1', upload: { isProcessing: true, file: { name: 'talk.mp4' } } },
  ])
  await until('failed')
  expect(store.get(sessionId).error).toBe('Upload failed: The video has no sound.')
})

test('cancelling too late shows the recording', async () => {
  const never = Array.from({ length: 1000 }, () => state({}))
  const { store, begin, until, did } = opened(new Map(), { answers: never, isLate: true })
  const { reports } = begin()
  reports.url(url)
  reports.done()
  store.cancel(sessionId)
  expect(did).toContain(`discard ${url}`)
  never.length = 0
  await until('uploaded')
})

test('two windows that upload to one session each follow and cancel their own upload', async () => {
  const items = new Map<string, string>()
  const [one, two] = [opened(items), opened(items)]
  const first = one.begin()
  first.reports.url('/api/uploads/1')
  two.begin().reports.url('/api/uploads/2')
  first.reports.done()
  await one.until('uploaded')
  expect(one.asked).toEqual(['/api/uploads/1'])
  // The other upload continues and is found again after a reload.
  expect(opened(items).store.recall(sessionId)?.uploadUrl).toBe('/api/uploads/2')
  two.store.cancel(sessionId)
  expect(two.did).toContain('discard /api/uploads/2')
})
