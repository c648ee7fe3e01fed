import { expect, test } from 'vitest'
import { pendingStep } from './session-needs.ts'

const bare = {
  status: 'open' as const,
  recordingUrl: null,
  hasRawTranscript: false,
  hasConversation: false,
  isOfEarlierRecording: false,
}

test.each([
  ['recording', {}],
  ['transcript', { recordingUrl: '/' }],
  ['transcript', { recordingUrl: '/', status: 'completed' as const }],
  ['conversation', { recordingUrl: '/', hasRawTranscript: true }],
  ['conversation', { hasRawTranscript: true }],
  [null, { recordingUrl: '/', hasRawTranscript: true, hasConversation: true }],
  [
    'transcript',
    {
      ...{ recordingUrl: '/', hasRawTranscript: true, hasConversation: true },
      isOfEarlierRecording: true,
    },
  ],
  [null, { status: 'scheduled' as const }],
  [null, { status: 'completed' as const }],
  [null, { status: 'archived' as const, recordingUrl: '/' }],
  [null, { hasConversation: true }],
])('the next step is %s: %o', (need, known) => {
  expect(pendingStep({ ...bare, ...known })).toBe(need)
})
