import { expect, test } from 'vitest'
import { getNextStep } from './get-next-step.ts'

const recording = {
  id: 'x',
  fileName: 'a.mp4',
  contentType: 'video/mp4',
  sizeBytes: 1,
  duration: 1,
  isMadeHere: false,
  hasPoster: false,
  isPlayable: true,
  mediaType: null,
  isCopyInProgress: false,
  createdAt: '2026-03-04T10:00:00Z',
}
const bare = {
  status: 'open' as const,
  recording: null,
  transcription: null,
  hasRawTranscript: false,
  hasConversation: false,
  isOfEarlierRecording: false,
  hasNewTranscript: false,
  blocked: { recording: null, transcription: null, analysis: null, isAudioKeptHere: false },
  ...{ needsClientSpeaker: false, valuesToDecide: 0 },
  ...{ conversationOrigin: null, hasUncertainWords: false, isCorrected: false },
  safetyMark: null,
  upload: 'none' as const,
  recordedHere: undefined,
  isTranscribing: false,
  isSilent: false,
}
const blocked = {
  ...{ recording: null, transcription: null, analysis: 'No consent.' },
  isAudioKeptHere: false,
}
const unchecked = { madeBy: 'rules' as const, model: null, checkedAt: null, checkedBy: null }
const checked = { ...unchecked, checkedAt: '2026-03-05T10:00:00Z', checkedBy: 'Anna' }
const unsure = { hasUncertainWords: true, status: 'completed' as const }
const safetyMark = { id: 'x', lines: [{ text: 'I want to die.', start: 4 }] }
const raw = { recording, hasRawTranscript: true }

test.each([
  ['upload', {}],
  ['recording', { recordedHere: 'recording' as const, status: 'scheduled' as const }],
  ['recording', { recordedHere: 'recording' as const, recording, isTranscribing: true }],
  ['arriving', { recordedHere: 'sending' as const }],
  ['finish-recording', { recordedHere: 'kept' as const, upload: 'interrupted' as const }],
  ['send', { upload: 'chosen' as const }],
  ['send', { upload: 'chosen' as const, status: 'scheduled' as const }],
  ['transcribe', { upload: 'chosen' as const, recording }],
  ['find-file', { upload: 'interrupted' as const }],
  ['transcribe', { upload: 'interrupted' as const, recording }],
  ['sending', { upload: 'sending' as const }],
  ['paused', { upload: 'paused' as const }],
  ['checking', { upload: 'checking' as const }],
  ['broken', { upload: 'broken' as const }],
  ['refused', { upload: 'refused' as const }],
  ['checking', { upload: 'arrived' as const }],
  ['transcribe', { upload: 'arrived' as const, recording }],
  ['transcribe', { recording }],
  ['transcribe', { ...raw, hasConversation: true, isOfEarlierRecording: true }],
  ['transcribing', { recording, isTranscribing: true }],
  ['choose', { ...raw, hasConversation: true, hasNewTranscript: true }],
  ['process', raw],
  ['process', { ...raw, status: 'completed' as const }],
  ['complete', { ...raw, isSilent: true }],
  ['complete', { ...raw, hasConversation: true }],
  ['none', { ...raw, hasConversation: true, status: 'completed' as const }],
  ['decide', { ...raw, hasConversation: true, status: 'completed' as const, valuesToDecide: 2 }],
  ['complete', { ...raw, hasConversation: true, needsClientSpeaker: true, valuesToDecide: 2 }],
  [
    'choose-client',
    { ...raw, ...unsure, hasConversation: true, needsClientSpeaker: true, valuesToDecide: 2 },
  ],
  ['check', { ...raw, hasConversation: true, conversationOrigin: unchecked }],
  [
    'check',
    { ...raw, ...unsure, hasConversation: true, conversationOrigin: unchecked, valuesToDecide: 2 },
  ],
  [
    'decide',
    { ...raw, ...unsure, hasConversation: true, conversationOrigin: checked, valuesToDecide: 2 },
  ],
  ['none', { ...raw, ...unsure, hasConversation: true, conversationOrigin: checked }],
  ['none', { ...raw, ...unsure, hasConversation: true }],
  ['listen', { ...raw, ...unsure, blocked }],
  ['none', { ...raw, ...unsure, blocked, isCorrected: true }],
  [
    'move',
    { ...raw, hasConversation: true, conversationOrigin: unchecked, status: 'scheduled' as const },
  ],
  ['read', { ...raw, safetyMark, valuesToDecide: 2 }],
  ['read', { status: 'archived' as const, safetyMark }],
  ['sending', { safetyMark, upload: 'sending' as const }],
  ['complete', { ...raw, blocked }],
  ['none', { ...raw, blocked, status: 'completed' as const }],
  ['transcribe', { recording, blocked }],
  ['none', { ...raw, isSilent: true, status: 'completed' as const }],
  ['wait', { status: 'scheduled' as const }],
  ['transcribe', { status: 'scheduled' as const, recording }],
  ['process', { ...raw, status: 'scheduled' as const }],
  ['move', { ...raw, isSilent: true, status: 'scheduled' as const }],
  ['move', { ...raw, blocked, status: 'scheduled' as const }],
  ['move', { ...raw, hasConversation: true, status: 'scheduled' as const }],
  ['move', { hasConversation: true, status: 'scheduled' as const }],
  ['reopen', { ...raw, status: 'archived' as const }],
])('the next step is to %s: %o', (step, known) => {
  const session = { ...bare, ...known }
  expect(getNextStep({ ...session, recordingUrl: session.recording && '/' })).toBe(step)
})
