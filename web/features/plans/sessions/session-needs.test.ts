import { expect, test } from 'vitest'
import { sessionToOpen, listNeeds } from './session-needs.ts'

const now = new Date('2026-03-04T12:00:00Z')
const at = (id: string, day: number, rest: object = {}) => ({
  id,
  sessionDate: `2026-03-0${day}T10:00:00Z`,
  status: 'completed' as const,
  recordingUrl: null,
  hasRawTranscript: false,
  hasConversation: true,
  isOfEarlierRecording: false,
  ...rest,
})
const open = { status: 'open', hasConversation: false }

test('a session without a recording is opened first, then one without a transcript, then one without a conversation', () => {
  const conversation = at('c', 1, { ...open, recordingUrl: '/', hasRawTranscript: true })
  const transcript = at('t', 2, { ...open, recordingUrl: '/' })
  const recording = at('r', 3, open)
  expect(sessionToOpen([conversation, transcript, recording, at('done', 1)], now)).toBe('r')
  expect(sessionToOpen([conversation, transcript, at('done', 1)], now)).toBe('t')
  expect(sessionToOpen([conversation, at('done', 1)], now)).toBe('c')
})

test('the older of two sessions with the same next step is opened first', () => {
  expect(sessionToOpen([at('later', 3, open), at('older', 2, open)], now)).toBe('older')
})

test('if no session needs work, the next one is opened, or else the last one', () => {
  const planned = { status: 'scheduled', hasConversation: false }
  const ahead = [at('far', 8, planned), at('next', 5, planned), at('was', 2)]
  expect(sessionToOpen(ahead, now)).toBe('next')
  expect(sessionToOpen([at('last', 3), at('first', 1)], now)).toBe('last')
  expect(sessionToOpen([], now)).toBeUndefined()
})

test('a week lists each missing step of its sessions once, in the order of the work', () => {
  const archived = at('kept', 2, { status: 'archived', hasConversation: false, recordingUrl: '/x' })
  expect(
    listNeeds([
      at('r', 1, { ...open, hasRawTranscript: true }),
      at('s', 1, open),
      at('t', 2, open),
      archived,
    ]),
  ).toEqual(['recording', 'conversation'])
})
