import type { SessionDetail } from '#contract/sessions/sessions.ts'
import type { RecordedHere } from '#web/features/recordings/recorder/recorded-sessions.ts'
import type { UploadStatus } from '#web/features/recordings/upload-state.ts'
import {
  pendingStep,
  hasRecordingOrTranscript,
  type SessionProgress,
} from '#contract/sessions/session-needs.ts'

export type NextStep =
  | 'read'
  | 'recording'
  | 'arriving'
  | 'finish-recording'
  | 'upload'
  | 'send'
  | 'find-file'
  | 'sending'
  | 'paused'
  | 'checking'
  | 'broken'
  | 'refused'
  | 'transcribe'
  | 'transcribing'
  | 'choose'
  | 'process'
  | 'check'
  | 'complete'
  | 'choose-client'
  | 'decide'
  | 'listen'
  | 'reopen'
  | 'move'
  | 'wait'
  | 'none'

/** Steps of which the server would do nothing without consent to being recorded. */
export const recordingSteps: readonly NextStep[] = [
  ...(['upload', 'send', 'find-file'] as const),
  ...(['paused', 'broken', 'refused'] as const),
]

type Known = Pick<
  SessionDetail,
  | keyof SessionProgress
  | ('recording' | 'transcription' | 'blocked' | 'valuesToDecide' | 'conversationOrigin')
  | ('needsClientSpeaker' | 'hasUncertainWords' | 'isCorrected' | 'safetyMark' | 'hasNewTranscript')
> & {
  upload: UploadStatus
  recordedHere: RecordedHere | undefined
  isTranscribing: boolean
  /** No speech was found, so that there is nothing to make a conversation of. */
  isSilent: boolean
}

const stepOfRecordedHere: Record<RecordedHere, NextStep> = {
  ...{ recording: 'recording', sending: 'arriving', kept: 'finish-recording' },
}

/** The one thing to do next with a session, whichever of its tabs is open. */
export function getNextStep(session: Known): NextStep {
  const { status, recording, upload, recordedHere, isTranscribing, isSilent } = session
  if (recordedHere) return stepOfRecordedHere[recordedHere]
  if (isTranscribing) return 'transcribing'
  switch (upload) {
    case 'sending':
    case 'paused':
    case 'checking':
    case 'broken':
    case 'refused':
      return upload
    case 'chosen':
      if (!recording) return 'send'
      break
    case 'interrupted':
      if (!recording) return 'find-file'
      break
    case 'arrived':
      // It is read in a moment.
      if (!recording) return 'checking'
      break
    case 'none':
  }
  if (session.safetyMark) return 'read'
  if (status === 'archived') return 'reopen'
  if (session.hasNewTranscript) return 'choose'
  const need = pendingStep(session)
  if (need === 'recording') return 'upload'
  if (need === 'transcript') return 'transcribe'
  const mayBeRead = !isSilent && session.blocked.analysis === null
  if (need === 'conversation' && mayBeRead) return 'process'
  if (status === 'scheduled') return hasRecordingOrTranscript(session) ? 'move' : 'wait'
  if (session.conversationOrigin?.checkedAt === null) return 'check'
  if (status !== 'completed') return 'complete'
  if (session.needsClientSpeaker) return 'choose-client'
  if (session.valuesToDecide > 0) return 'decide'
  return hasUnheardWords(session) ? 'listen' : 'none'
}

/** Uncertain words that nobody has looked at: neither in the transcript nor in a conversation. */
export const hasUnheardWords = ({
  hasUncertainWords,
  isCorrected,
  hasConversation,
  conversationOrigin,
}: Pick<Known, 'hasUncertainWords' | 'isCorrected' | 'hasConversation' | 'conversationOrigin'>) =>
  hasUncertainWords && !isCorrected && (!hasConversation || conversationOrigin?.checkedAt === null)
