import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  idleUpload,
  isSameFile,
  isUploadRunning,
  nextUpload,
  getUploadStatus,
  type UploadEvent,
  type UploadState,
} from './upload-state.ts'

const file = { name: 'talk.mp4', size: 1000, lastModified: 1 }
const after = (...events: UploadEvent[]) => events.reduce<UploadState>(nextUpload, idleUpload)

const chosen: UploadEvent = { type: 'chosen', file }
const began: UploadEvent = { type: 'began' }
const uploaded: UploadEvent = { type: 'uploaded', recordingId: 'r1' }

test('choosing a file does not start the upload', () => {
  expect(after(chosen)).toMatchObject({ phase: 'idle', file })
})

test('the warning about a file without sound stays until another one is chosen, even during the upload', () => {
  const found: UploadEvent = { type: 'found-no-sound', file }
  expect(after(chosen, found, began).hasNoSound).toBe(true)
  expect(after(chosen, began, found).hasNoSound).toBe(true)
  const other: UploadEvent = { type: 'chosen', file: { ...file, name: 'other.mp4' } }
  expect(after(chosen, found, other).hasNoSound).toBe(false)
  expect(after(chosen, other, found).hasNoSound).toBe(false)
})

test('nothing is uploaded without a file', () => {
  expect(after(began).phase).toBe('idle')
})

test('an upload runs and becomes a recording', () => {
  expect(after(chosen, began).phase).toBe('uploading')
  expect(after(chosen, began, uploaded)).toMatchObject({ phase: 'uploaded', recordingId: 'r1' })
})

test('a failed upload keeps the file and can be restarted', () => {
  const failed = after(chosen, began, { type: 'failed', error: 'No.', isRefused: false })
  expect(failed).toMatchObject({ phase: 'failed', error: 'No.', file })
  expect(nextUpload(failed, began)).toMatchObject({ phase: 'uploading', error: null })
})

test('cancelling an upload returns to idle', () => {
  expect(after(chosen, began, { type: 'cancelled' })).toEqual(idleUpload)
})

test('a lost connection shows until bytes flow again', () => {
  const lost = after(chosen, began, { type: 'held-up', reason: 'Connection lost' })
  expect(lost.waitingFor).toBe('Connection lost')
  expect(nextUpload(lost, { type: 'progressed', sent: 10, at: 0 }).waitingFor).toBeNull()
})

test('the progress does not go back when the server has stored less than was shown', () => {
  const shown = after(
    chosen,
    began,
    { type: 'progressed', sent: 600, at: 0 },
    { type: 'held-up', reason: 'Connection lost' },
    { type: 'progressed', sent: 500, at: 1000 },
  )
  expect(shown.sent).toBe(600)
  expect(nextUpload(shown, { type: 'progressed', sent: 700, at: 2000 }).sent).toBe(700)
})

test('bytes reported after a pause do not change the progress', () => {
  const paused = after(chosen, began, { type: 'progressed', sent: 10, at: 0 }, { type: 'paused' })
  expect(nextUpload(paused, { type: 'progressed', sent: 20, at: 1 }).sent).toBe(10)
})

test('an upload that has arrived is processed, cannot be paused and no longer needs the page open', () => {
  const arrived = after(chosen, began, { type: 'arrived' })
  expect(arrived).toMatchObject({ phase: 'uploading', isProcessing: true, sent: 1000 })
  expect(isUploadRunning(arrived)).toBe(false)
  expect(nextUpload(arrived, { type: 'paused' })).toBe(arrived)
  expect(nextUpload(arrived, uploaded)).toMatchObject({ phase: 'uploaded', isProcessing: false })
  expect(after({ type: 'arrived', file })).toMatchObject({ phase: 'uploading', file })
})

test('a late response does not restore a cancelled upload', () => {
  expect(after(chosen, began, { type: 'cancelled' }, uploaded)).toEqual(idleUpload)
})

test('whatever happens, an upload without a file never runs', () => {
  const event = fc.oneof(
    fc.constantFrom<UploadEvent>(
      chosen,
      began,
      uploaded,
      { type: 'paused' },
      { type: 'resumed' },
      { type: 'arrived' },
      { type: 'arrived', file },
      { type: 'held-up', reason: 'Connection lost' },
      { type: 'cancelled' },
      { type: 'failed', error: 'No.', isRefused: true },
    ),
    fc.record({
      type: fc.constant('progressed' as const),
      sent: fc.nat(1000),
      at: fc.nat(100_000),
    }),
  )
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const state = after(...events)
      expect(state.phase === 'idle' || state.file !== null).toBe(true)
      expect(state.phase === 'uploaded').toBe(state.recordingId !== null)
    }),
  )
})

test('every state of an upload has a status', () => {
  const sending = after(chosen, began)
  const failed = (isRefused: boolean) =>
    nextUpload(sending, { type: 'failed', error: 'No.', isRefused })
  expect([
    getUploadStatus(idleUpload, false, false),
    getUploadStatus(idleUpload, true, false),
  ]).toEqual(['none', 'interrupted'])
  expect(getUploadStatus(idleUpload, true, true)).toBe('sending')
  expect(getUploadStatus(after(chosen), true, false)).toBe('chosen')
  expect(getUploadStatus(sending, true, false)).toBe('sending')
  expect(getUploadStatus(nextUpload(sending, { type: 'paused' }), true, false)).toBe('paused')
  expect(getUploadStatus(nextUpload(sending, { type: 'arrived' }), true, false)).toBe('checking')
  expect([
    getUploadStatus(failed(false), true, false),
    getUploadStatus(failed(true), false, false),
  ]).toEqual(['broken', 'refused'])
  expect(getUploadStatus(after(chosen, began, uploaded), false, false)).toBe('arrived')
})

test('a file is recognized by its name, size and modification time', () => {
  expect(isSameFile(file, { ...file })).toBe(true)
  expect(isSameFile(file, { ...file, size: 999 })).toBe(false)
  expect(isSameFile(file, { ...file, lastModified: 2 })).toBe(false)
  expect(isSameFile(file, { ...file, name: 'other.mp4' })).toBe(false)
})
