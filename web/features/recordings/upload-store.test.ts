import { expect, test } from 'vitest'
import type { TransferReports } from './tus-transfer.ts'
import { uploadMemory } from './upload-memory.ts'
import { uploadStore } from './upload-store.ts'

const sessionId = 'session-1'
const url = '/api/uploads/1'
const video = (content = 'video') =>
  new File([content], 'talk.mp4', { type: 'video/mp4', lastModified: 1 })

/** A store over a transfer that the test moves by hand, and a storage that outlives "reloads". */
function opened(items = new Map<string, string>()) {
  const began: { uploadUrl: string | null; fileName: string; reports: TransferReports }[] = []
  const did: string[] = []
  const store = uploadStore({
    startTransfer: (_file, { uploadUrl, fileName }, reports) => {
      began.push({ uploadUrl, fileName, reports })
      return {
        pause: () => did.push('pause'),
        resume: () => did.push('resume'),
        stop: () => did.push('stop'),
      }
    },
    discard: (uploadUrl) => did.push(`discard ${uploadUrl}`),
    memory: uploadMemory({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }),
    recordingOf: async () => 'recording-1',
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
  return { store, began, did, items, begin }
}

test('an upload that arrived is known with its recording, and no longer remembered', async () => {
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

test('after a reload the same file goes on where it was', () => {
  const before = opened()
  before.begin().reports.url(url)
  const after = opened(before.items)
  expect(after.store.recall(sessionId)?.name).toBe('talk.mp4')
  expect(after.begin().uploadUrl).toBe(url)
})

test('after a reload another file begins anew', () => {
  const before = opened()
  before.begin().reports.url(url)
  expect(opened(before.items).begin(video('another')).uploadUrl).toBeNull()
})

test('what stays in the browser does not name the client', () => {
  const { begin, items } = opened()
  const { reports, fileName } = begin()
  reports.url(url)
  expect(fileName).toContain('Mia')
  expect(JSON.stringify([...items])).not.toContain('Mia')
})

test('cancelling stops the transfer, removes what arrived, and a late answer changes nothing', () => {
  const { store, begin, items, did } = opened()
  const { reports } = begin()
  reports.url(url)
  store.cancel(sessionId)
  reports.failed('aborted', false)
  expect(store.get(sessionId).phase).toBe('idle')
  expect(did).toEqual(['busy', 'stop', `discard ${url}`, 'free'])
  expect(items.size).toBe(0)
})

test('a refused file is forgotten, a broken connection is not', () => {
  const { store, begin, items } = opened()
  const { reports } = begin()
  reports.url(url)
  reports.failed('The server cannot be reached', false)
  expect(store.get(sessionId).error).toBe('Upload failed: The server cannot be reached')
  expect(items.size).toBe(1)
  const again = begin()
  expect(again.uploadUrl).toBe(url)
  again.reports.failed('This file is not a video.', true)
  expect(store.get(sessionId)).toMatchObject({ phase: 'failed', isRefused: true })
  expect(items.size).toBe(0)
})

test('a double click begins one upload', () => {
  const { store, begin, began } = opened()
  begin()
  store.upload(sessionId, { id: 'client-1', name: 'Mia Holm' })
  expect(began).toHaveLength(1)
})

test('those who listen hear of every change, until they leave', () => {
  const { store, begin } = opened()
  let heard = 0
  const leave = store.subscribe(() => heard++)
  begin()
  expect(heard).toBe(2)
  leave()
  store.pause(sessionId)
  expect(heard).toBe(2)
})

test('what is on its way is known with its client, the same list until something changes', async () => {
  const { store, begin } = opened()
  expect(store.underWay()).toEqual([])
  const { reports } = begin()
  reports.progress(2)
  expect(store.underWay()).toMatchObject([
    { sessionId, clientId: 'client-1', upload: { phase: 'uploading', sent: 2 } },
  ])
  expect(store.underWay()).toBe(store.underWay())
  reports.failed('The server cannot be reached', false)
  expect(store.underWay()).toMatchObject([{ upload: { phase: 'failed' } }])
  begin().reports.done()
  await expect.poll(() => store.underWay()).toEqual([])
})
