import { updateRate, type ProgressRate } from '#web/lib/progress-rate.ts'

/** Those of docs/product.md, "Recordings", that are the upload's own. */
export type UploadPhase = 'idle' | 'uploading' | 'uploaded' | 'failed'

/** Identifies a file without its content. */
export type FileIdentity = Pick<File, 'name' | 'size' | 'lastModified'>

export type UploadState = {
  phase: UploadPhase
  file: FileIdentity | null
  /** No sound track, as far as the browser can tell. */
  hasNoSound: boolean
  /** Bytes sent. */
  sent: number
  pace: ProgressRate | null
  isPaused: boolean
  /** Fully sent; the server checks and stores the video. */
  isProcessing: boolean
  /** Why it waits for a retry, as a sentence. */
  waitingFor: string | null
  /** The server rejected the file: sending it again would not help. */
  isRefused: boolean
  recordingId: string | null
  error: string | null
}

export type UploadEvent =
  | { type: 'chosen'; file: FileIdentity }
  /** Another file may be chosen by then. */
  | { type: 'found-no-sound'; file: FileIdentity }
  | { type: 'began' }
  | { type: 'progressed'; sent: number; at: number }
  | { type: 'held-up'; reason: string | null }
  | { type: 'paused' }
  | { type: 'resumed' }
  /** `file` after a reload. */
  | { type: 'arrived'; file?: FileIdentity }
  | { type: 'uploaded'; recordingId: string }
  | { type: 'failed'; error: string; isRefused: boolean }
  | { type: 'cancelled' }

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

/** The state machine of an upload. Events that don't fit the phase, such as late answers or second clicks, are ignored. */
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
        // Never falls, although parts may be sent again.
        sent: Math.max(state.sent, event.sent),
        pace: updateRate(state.pace, event.sent, event.at),
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
  }
}

const isIn = ({ phase }: UploadState, ...phases: UploadPhase[]) => phases.includes(phase)

/** Only a running upload needs the page to stay open. */
export const isUploadRunning = ({ phase, isPaused, isProcessing }: UploadState) =>
  phase === 'uploading' && !isPaused && !isProcessing

/** The status shown outside of the upload widget. `interrupted`: the page was reloaded and no longer has the file; `sending`: also by another window. */
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

export function getUploadStatus(
  { phase, file, isPaused, isProcessing, isRefused }: UploadState,
  isRemembered: boolean,
  isInOtherWindow: boolean,
): UploadStatus {
  switch (phase) {
    case 'idle':
      if (file) return 'chosen'
      if (isInOtherWindow) return 'sending'
      return isRemembered ? 'interrupted' : 'none'
    case 'uploading':
      if (isProcessing) return 'checking'
      return isPaused ? 'paused' : 'sending'
    case 'failed':
      return isRefused ? 'refused' : 'broken'
    case 'uploaded':
      return 'arrived'
  }
}

export const isSameFile = (one: FileIdentity, other: FileIdentity) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
