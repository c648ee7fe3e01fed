import { expect, test } from 'vitest'
import { lackOf, lacksOf } from './session-lacks.ts'

const session = {
  status: 'open' as const,
  recordingUrl: null,
  hasRawTranscript: false,
  hasConversation: false,
}

test('a session lacks the first thing that is not there', () => {
  expect(lackOf(session)).toBe('recording')
  expect(lackOf({ ...session, recordingUrl: '/x' })).toBe('transcript')
  expect(lackOf({ ...session, recordingUrl: '/x', hasRawTranscript: true })).toBe('conversation')
  expect(lackOf({ ...session, hasRawTranscript: true, hasConversation: true })).toBeUndefined()
})

test('nothing is asked of what is to come, was closed without a recording, or is archived', () => {
  for (const status of ['scheduled', 'completed', 'archived'] as const)
    expect(lackOf({ ...session, status })).toBeUndefined()
  expect(lackOf({ ...session, status: 'archived', recordingUrl: '/x' })).toBeUndefined()
})

test('a week names each thing once, in the order of the work', () => {
  expect(lacksOf([{ ...session, hasRawTranscript: true }, session, session])).toEqual([
    'recording',
    'conversation',
  ])
})
