import { expect, test } from 'vitest'
import { idleUpload, type UploadState } from './upload-state.ts'
import { describeUploads } from './describe-uploads.ts'

const file = { name: 'Mia Holm.mp4', size: 1000, lastModified: 1 }
const upload = (of: Partial<UploadState> = {}, sessionId = 'session-1') => ({
  sessionId,
  clientId: 'client-1',
  upload: { ...idleUpload, phase: 'uploading' as const, file, ...of },
})

test('without an upload there is nothing to say', () => {
  expect(describeUploads([])).toBeNull()
})

test('one upload says how far it is, and not whose recording it is', () => {
  expect(describeUploads([upload({ sent: 426 })])).toMatchObject({
    text: 'Uploading a recording: 42\u00A0%',
    percent: 42,
    of: { sessionId: 'session-1' },
  })
})

test('several count together', () => {
  const words = describeUploads([upload({ sent: 1000 }), upload({ sent: 0 }, 'session-2')])
  expect(words?.text).toBe('Uploading 2 recordings: 50\u00A0%')
})

test('it is paused when all of them are', () => {
  const paused = upload({ sent: 300, isPaused: true })
  expect(describeUploads([paused])?.text).toBe('Upload of a recording paused: 30\u00A0%')
  expect(describeUploads([paused, upload({ sent: 300 })])?.text).toMatch(/^Uploading 2/)
})

test('what has arrived is being checked, and what is still sent comes first', () => {
  const checking = upload({ sent: 1000, isProcessing: true })
  expect(describeUploads([checking])).toMatchObject({ text: 'Checking a recording', percent: null })
  expect(describeUploads([checking, upload({ sent: 0 })])).toMatchObject({
    text: 'Uploading 2 recordings: 50\u00A0%',
  })
})

test('one that broke off is told of before those that go on', () => {
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
