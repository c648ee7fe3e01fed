import { updateRate, transferSmoothing, type ProgressRate } from '#web/lib/progress-rate.ts'

/** Specification part 2, section 4. */
export type UploadPhase =
  | 'idle'
  | 'uploading'
  | 'uploaded'
  | 'transcribing'
  | 'completed'
  | 'failed'

/** What is known of a file without its content; enough to tell one from another. */
export type FileIdentity = Pick<File, 'name' | 'size' | 'lastModified'>

export type UploadState = {
  phase: UploadPhase
  file: FileIdentity | null
  /** It has no sound track, as far as this browser can tell. */
  hasNoSound: boolean
  /** Bytes on the server or on their way there. */
  sent: number
  pace: ProgressRate | null
  isPaused: boolean
  /** Everything has arrived; the server looks at the video and stores it. Nobody has to stay for that. */
  isProcessing: boolean
  /** Why nothing moves for now although it will be tried again, in words, or null. */
  waitingFor: string | null
  /** The server looked at the file and does not want it: sending it again would not help. */
  isRefused: boolean
  recordingId: string | null
  error: string | null
}

export type UploadEvent =
  | { type: 'chosen'; file: FileIdentity }
  /** Its headers were read; another file may be chosen by now. */
  | { type: 'found-no-sound'; file: FileIdentity }
  | { type: 'began' }
  | { type: 'progressed'; sent: number; at: number }
  | { type: 'held-up'; reason: string | null }
  | { type: 'paused' }
  | { type: 'resumed' }
  /** `file`: where the page was loaded anew meanwhile. */
  | { type: 'arrived'; file?: FileIdentity }
  | { type: 'uploaded'; recordingId: string }
  | { type: 'failed'; error: string; isRefused: boolean }
  | { type: 'cancelled' }
  | { type: 'transcription-started' }
  | { type: 'transcription-completed' }
  | { type: 'transcription-failed'; error: string }

export const idleUpload: UploadState = {
  phase: 'idle',
  file: null,
  hasNoSound: false,
  sent: 0,
  pace: null,
  isPaused: false,
  isProcessing: false,
  waitingFor: null,
  isRefused: false,
  recordingId: null,
  error: null,
}

/** The phases of an upload as one table. What makes no sense in a phase (a late answer, a second click) changes nothing. */
export function nextUpload(state: UploadState, event: UploadEvent): UploadState {
  switch (event.type) {
    case 'chosen':
      // "Selecting a valid file keeps idle."
      return isIn(state, 'idle', 'failed') ? { ...idleUpload, file: event.file } : state
    case 'found-no-sound':
      return state.file && isIn(state, 'idle', 'uploading') && isSameFile(state.file, event.file)
        ? { ...state, hasNoSound: true }
        : state
    case 'began':
      return state.file && isIn(state, 'idle', 'failed')
        ? { ...idleUpload, file: state.file, hasNoSound: state.hasNoSound, phase: 'uploading' }
        : state
    case 'progressed':
      if (!isIn(state, 'uploading') || state.isPaused || state.isProcessing) return state
      return {
        ...state,
        // What the server had not kept is sent again: nothing that was shown is taken back.
        sent: Math.max(state.sent, event.sent),
        pace: updateRate(state.pace, event.sent, event.at, transferSmoothing),
        waitingFor: null,
      }
    case 'held-up':
      return isIn(state, 'uploading') && !state.isPaused
        ? { ...state, waitingFor: event.reason, pace: null }
        : state
    case 'paused':
      return isIn(state, 'uploading') && !state.isProcessing
        ? { ...state, isPaused: true, waitingFor: null, pace: null }
        : state
    case 'resumed':
      return isIn(state, 'uploading') ? { ...state, isPaused: false } : state
    case 'arrived': {
      const file = state.file ?? event.file
      return file && isIn(state, 'idle', 'uploading')
        ? { ...idleUpload, file, sent: file.size, phase: 'uploading', isProcessing: true }
        : state
    }
    case 'uploaded':
      return isIn(state, 'uploading')
        ? { ...idleUpload, file: state.file, phase: 'uploaded', recordingId: event.recordingId }
        : state
    case 'failed':
      return isIn(state, 'uploading')
        ? {
            ...idleUpload,
            file: state.file,
            phase: 'failed',
            error: event.error,
            isRefused: event.isRefused,
          }
        : state
    case 'cancelled':
      return idleUpload
    case 'transcription-started':
      return isIn(state, 'uploaded') ? { ...state, phase: 'transcribing', error: null } : state
    case 'transcription-completed':
      return isIn(state, 'transcribing') ? { ...state, phase: 'completed' } : state
    case 'transcription-failed':
      // "On error it returns to uploaded with the error."
      return isIn(state, 'transcribing')
        ? { ...state, phase: 'uploaded', error: event.error }
        : state
  }
}

const isIn = ({ phase }: UploadState, ...phases: UploadPhase[]) => phases.includes(phase)

/** While it runs the page is not to be left; a paused one can wait, and what has arrived needs nobody. */
export const isUploadRunning = ({ phase, isPaused, isProcessing }: UploadState) =>
  phase === 'uploading' && !isPaused && !isProcessing

/** What there is to say of an upload where it is not shown; `interrupted`: the page was loaded anew, and has not the file; `sending`: also by another window. */
export type UploadStatus =
  | 'none'
  | 'chosen'
  | 'interrupted'
  | 'sending'
  | 'paused'
  | 'checking'
  | 'broken'
  | 'refused'
  | 'arrived'

export function uploadStatusOf(
  { phase, file, isPaused, isProcessing, isRefused }: UploadState,
  isRemembered: boolean,
  isElsewhere: boolean,
): UploadStatus {
  switch (phase) {
    case 'idle':
      if (file) return 'chosen'
      if (isElsewhere) return 'sending'
      return isRemembered ? 'interrupted' : 'none'
    case 'uploading':
      if (isProcessing) return 'checking'
      return isPaused ? 'paused' : 'sending'
    case 'failed':
      return isRefused ? 'refused' : 'broken'
    case 'uploaded':
    case 'transcribing':
    case 'completed':
      return 'arrived'
  }
}

/** Whether this is the file of which a part has been sent already. */
export const isSameFile = (one: FileIdentity, other: FileIdentity) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
