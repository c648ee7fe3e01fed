import type { SessionDetail } from '#contract/sessions.ts'
import { needOf } from '#web/lib/session-needs.ts'

export type NextStep =
  | 'upload'
  | 'uploading'
  | 'transcribe'
  | 'transcribing'
  | 'process'
  | 'complete'
  | 'reopen'
  | 'wait'
  | 'none'

type Known = Pick<
  SessionDetail,
  'status' | 'recording' | 'transcription' | 'hasRawTranscript' | 'hasConversation'
> & {
  isUploading: boolean
  isTranscribing: boolean
  /** No speech was found, so that there is nothing to make a conversation of. */
  isSilent: boolean
}

/** The one thing to do next with a session, whichever of its tabs is open. */
export function nextStepOf(session: Known): NextStep {
  const { status, recording, isUploading, isTranscribing, isSilent } = session
  if (isUploading) return 'uploading'
  if (isTranscribing) return 'transcribing'
  if (status === 'archived') return 'reopen'
  const need = needOf({ ...session, hasRecording: recording !== null })
  if (need === 'recording') return 'upload'
  if (need === 'transcript') return 'transcribe'
  if (need === 'conversation' && !isSilent) return 'process'
  if (status === 'scheduled') return 'wait'
  return status === 'open' ? 'complete' : 'none'
}
