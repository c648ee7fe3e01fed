import { expect, test } from 'vitest'
import { idleUpload, type UploadState } from './upload-state.ts'
import { describeUploads } from './describe-uploads.ts'

const file = { name: 'Mia Holm.mp4', size: 1000, lastModified: 1 }
const upload = (of: Partial<UploadState> = {}, sessionId = 'session-1') => ({
  sessionId,
  clientId: 'client-1',
  upload: { ...idleUpload, phase: 'uploading' as const, file, ...of },
})

test('without an upload nothing is shown', () => {
  expect(describeUploads([])).toBeNull()
})

test('an upload shows its progress, but not whose recording it is', () => {
  expect(describeUploads([upload({ sent: 426 })])).toMatchObject({
    text: 'Uploading a recording: 42%',
    percent: 42,
    of: { sessionId: 'session-1' },
  })
})

test('several uploads show their combined progress', () => {
  const words = describeUploads([upload({ sent: 1000 }), upload({ sent: 0 }, 'session-2')])
  expect(words?.text).toBe('Uploading 2 recordings: 50%')
})

test('uploads are shown as paused when all of them are', () => {
  const paused = upload({ sent: 300, isPaused: true })
  expect(describeUploads([paused])?.text).toBe('Upload of a recording paused: 30%')
  expect(describeUploads([paused, upload({ sent: 300 })])?.text).toMatch(/^Uploading 2/)
})

test('an upload that has arrived is shown as being checked, unless another one is still sending', () => {
  const checking = upload({ sent: 1000, isProcessing: true })
  expect(describeUploads([checking])).toMatchObject({ text: 'Checking a recording', percent: null })
  expect(describeUploads([checking, upload({ sent: 0 })])).toMatchObject({
    text: 'Uploading 2 recordings: 50%',
  })
})

test('a failed upload is shown before uploads in progress', () => {
  const words = describeUploads([
    upload({ sent: 10 }),
    upload({ phase: 'failed', error: 'Upload failed' }, 'session-2'),
  ])
  expect(words).toMatchObject({
    text: 'The upload of a recording failed',
    isBroken: true,
    of: { sessionId: 'session-2' },
  })
})
