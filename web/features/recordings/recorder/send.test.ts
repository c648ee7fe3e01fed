import { expect, test } from 'vitest'
import { aRecording, FakeLocks, memoryFiles, openSender } from './recorder-fakes.ts'

const userId = aRecording.userId

test('a stopped recording is sent, and deleted here only once the server has stored it', async () => {
  const { files, kept } = memoryFiles([aRecording])
  const { sender, transfers, server } = openSender(files)
  await sender.load(userId)
  await expect.poll(() => transfers.length).toBe(1)
  expect(transfers[0]?.options).toMatchObject({
    sessionId: 'session-1',
    metadata: { recorder: '1', speakers: '2' },
  })
  expect(transfers[0]?.options.fileName).toMatch(/\.webm$/)
  server.set('/api/uploads/1', 'processing')
  transfers[0]?.arrive()
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(kept.size).toBe(1)
  expect(sender.getKept()).toMatchObject([{ status: 'sending', sent: 1 }])
  server.set('/api/uploads/1', 'completed')
  await expect.poll(() => kept.size).toBe(0)
  expect(sender.getKept()).toEqual([])
})

test('the parts of a session are sent in their order, and other sessions do not wait', async () => {
  const { files } = memoryFiles([
    aRecording,
    { ...aRecording, id: 'two', startedAt: 5000 },
    { ...aRecording, id: 'other', sessionId: 'session-2' },
  ])
  const { sender, transfers, server } = openSender(files)
  await sender.load(userId)
  await expect
    .poll(() => transfers.map(({ options }) => options.sessionId))
    .toEqual(['session-1', 'session-2'])
  server.set('/api/uploads/1', 'completed')
  transfers[0]?.arrive()
  await expect.poll(() => transfers.length).toBe(3)
  expect(transfers[2]?.options.sessionId).toBe('session-1')
})

test('an interrupted recording waits for its owner, and continues its upload', async () => {
  const uploadUrl = '/api/uploads/before'
  const { files, kept } = memoryFiles([{ ...aRecording, isStopped: false, uploadUrl }])
  const { sender, transfers, server } = openSender(files)
  await sender.load(userId)
  expect(sender.getKept()).toMatchObject([{ status: 'interrupted', durationMs: 2000 }])
  expect(transfers).toEqual([])
  sender.finish('one')
  await expect.poll(() => transfers[0]?.options.uploadUrl).toBe(uploadUrl)
  server.set(uploadUrl, 'completed')
  transfers[0]?.arrive()
  await expect.poll(() => kept.size).toBe(0)
})

test('an interrupted recording without a byte is deleted', async () => {
  const { files, kept } = memoryFiles([{ ...aRecording, isStopped: false, bytes: 0 }])
  const { sender } = openSender(files)
  await sender.load(userId)
  expect(sender.getKept()).toEqual([])
  expect(kept.size).toBe(0)
})

test('nobody else sees or sends a recording', async () => {
  const { files } = memoryFiles([aRecording])
  const { sender, transfers } = openSender(files)
  await sender.load('coach-2')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sender.getKept()).toEqual([])
  expect(transfers).toEqual([])
})

test('a refused recording stays with its reason, over a reload too, and can be sent again', async () => {
  const { files } = memoryFiles([aRecording])
  const { sender, transfers } = openSender(files)
  await sender.load(userId)
  await expect.poll(() => transfers.length).toBe(1)
  const message = 'Mia has not agreed to recordings.'
  transfers[0]?.reports.failed({ message, isRefused: true, status: 403 })
  await expect.poll(() => sender.getKept()).toMatchObject([{ status: 'failed', error: message }])

  const reloaded = openSender(files)
  await reloaded.sender.load(userId)
  expect(reloaded.sender.getKept()).toMatchObject([{ status: 'failed', error: message }])
  expect(reloaded.transfers).toEqual([])
  reloaded.sender.finish('one')
  await expect.poll(() => reloaded.transfers[0]?.options.uploadUrl).toBeNull()
})

test('an ended login deletes nothing, and the rest is sent after signing in again', async () => {
  const { files, kept } = memoryFiles([aRecording])
  const { sender, transfers } = openSender(files)
  await sender.load(userId)
  await expect.poll(() => transfers.length).toBe(1)
  transfers[0]?.reports.failed({ message: 'Please sign in.', isRefused: false, status: 401 })
  expect(kept.get('one')?.uploadUrl).toBe('/api/uploads/1')
  await expect.poll(() => transfers[1]?.options.uploadUrl).toBe('/api/uploads/1')
})

test('signing out stops sending and hides what is here, which stays', async () => {
  const { files, kept } = memoryFiles([aRecording])
  const { sender, transfers } = openSender(files)
  await sender.load(userId)
  await expect.poll(() => transfers.length).toBe(1)
  sender.stopAll()
  expect(transfers[0]?.isStopped).toBe(true)
  expect(sender.getKept()).toEqual([])
  expect(kept.size).toBe(1)
})

test('a recording that the server rejects in the end is kept', async () => {
  const { files, kept } = memoryFiles([aRecording])
  const { sender, transfers, server } = openSender(files)
  await sender.load(userId)
  await expect.poll(() => transfers.length).toBe(1)
  server.set('/api/uploads/1', 'failed')
  transfers[0]?.arrive()
  await expect
    .poll(() => sender.getKept())
    .toMatchObject([{ status: 'failed', error: 'It is not a video.' }])
  expect(kept.size).toBe(1)
})

test('a recording whose end never arrived is kept, although the server finished it', async () => {
  const { files, kept } = memoryFiles([aRecording])
  const { sender, transfers } = openSender(files)
  await sender.load(userId)
  await expect.poll(() => transfers.length).toBe(1)
  transfers[0]?.reports.progress(3)
  transfers[0]?.reports.done()
  await expect.poll(() => sender.getKept()).toMatchObject([{ status: 'failed' }])
  expect(kept.size).toBe(1)
})

test('of two tabs one sends a recording, and the other when the first is closed', async () => {
  const { files } = memoryFiles([aRecording])
  const locks = new FakeLocks()
  const first = openSender(files, locks)
  const second = openSender(files, locks)
  await first.sender.load(userId)
  await second.sender.load(userId)
  await expect.poll(() => first.transfers.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(second.transfers).toEqual([])
  first.sender.stopAll()
  await expect.poll(() => second.transfers.length).toBe(1)
})

test('a recording that another tab makes is neither shown nor sent', async () => {
  const { files, kept } = memoryFiles()
  const locks = new FakeLocks()
  const first = openSender(files, locks)
  const stored = { ...aRecording, isStopped: false }
  kept.set('one', stored)
  first.sender.begin(stored)
  const second = openSender(files, locks)
  await second.sender.load(userId)
  expect(second.sender.getKept()).toEqual([])
  locks.drop('recording one')
  await second.sender.load(userId)
  expect(second.sender.getKept()).toMatchObject([{ status: 'interrupted' }])
})

test('discarding deletes a recording here and what the server has of it', async () => {
  const uploadUrl = '/api/uploads/before'
  const { files, kept } = memoryFiles([{ ...aRecording, isStopped: false, uploadUrl }])
  const { sender, discarded } = openSender(files)
  await sender.load(userId)
  await sender.discard('one')
  expect(kept.size).toBe(0)
  expect(discarded).toEqual([uploadUrl])
})
