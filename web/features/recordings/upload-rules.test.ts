import { expect, test } from 'vitest'
import { maxRecordingBytes } from '#contract/recordings/recordings.ts'
import { fileError } from './upload-rules.ts'

const video = { name: 'talk.mp4', type: 'video/mp4', size: 1000 }

test('a video of up to 500MB is accepted', () => {
  expect(fileError(video)).toBeNull()
  expect(fileError({ ...video, size: maxRecordingBytes })).toBeNull()
})

test('a file of another type is refused', () => {
  expect(fileError({ ...video, type: 'audio/mpeg' })).toEqual({
    title: 'Invalid file type',
    description: 'Please select a video file',
  })
})

test('a file of unknown type is accepted by its extension', () => {
  expect(fileError({ ...video, name: 'old.MKV', type: '' })).toBeNull()
  expect(fileError({ ...video, name: 'notes', type: '' })?.title).toBe('Invalid file type')
})

test('a file over the limit is refused with its size, which is rounded up', () => {
  expect(fileError({ ...video, size: maxRecordingBytes + 1 })).toEqual({
    title: 'File too large',
    description: 'File size must be under 500MB. Your file is 501MB',
  })
})
