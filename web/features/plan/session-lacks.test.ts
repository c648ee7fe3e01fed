import { expect, test } from 'vitest'
import { lacksOf } from './session-lacks.ts'

const session = {
  status: 'open' as const,
  recordingUrl: null,
  hasRawTranscript: false,
  hasConversation: false,
  isOfEarlierRecording: false,
}

test('a week names each thing that its sessions lack once, in the order of the work', () => {
  expect(
    lacksOf([
      { ...session, hasRawTranscript: true },
      session,
      session,
      { ...session, status: 'archived', recordingUrl: '/x' },
    ]),
  ).toEqual(['recording', 'conversation'])
})
