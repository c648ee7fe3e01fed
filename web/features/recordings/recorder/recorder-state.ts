/** What is recorded: a video always, as a recording is one. */
export type RecordingKind = 'camera' | 'microphone' | 'call'

export type RecordingOptions = {
  sessionId: string
  clientId: string
  clientName: string
  kind: RecordingKind
  /** Device ids as the browser names them; undefined: the browser's default. */
  microphoneId?: string
  cameraId?: string
  /** Without noise suppression. */
  isRaw: boolean
  /** People in the room or call, for the transcription. */
  speakers: number
}

export type RecorderWarning =
  | 'silent'
  | 'call-silent'
  | 'call-ended'
  | 'microphone-gone'
  | 'camera-gone'
  | 'phone-quality'
  | 'asleep'
  | 'sample-rate-changed'
  | 'no-room'
  | 'nearly-full'
  | 'not-arriving'
  | 'signed-out'
  | 'refused'

/** Levels from 0 to 1; `call` only where its sound is recorded. */
export type Levels = { microphone: number; call?: number }

export type RecorderState =
  | { phase: 'idle' }
  | {
      phase: 'starting' | 'recording' | 'paused' | 'stopping'
      options: RecordingOptions
      /** Milliseconds recorded; pauses left out. */
      elapsedMs: number
      /** Until when everything is in the browser's file, and how much of it has arrived at the server; times of day. */
      savedUntil: Date | null
      arrivedUntil: Date | null
      warnings: readonly RecorderWarning[]
    }

/** A recording of this browser that is not confirmed by the server yet; survives crashes. */
export type KeptRecording = {
  id: string
  sessionId: string
  clientId: string
  clientName: string
  startedAt: Date
  /** Time of the last saved chunk. */
  endedAt: Date
  durationMs: number
  bytes: number
  /** `interrupted`: nobody stopped it. `sending`: the rest goes to the server now. `waiting`: the line is bad. */
  status: 'interrupted' | 'sending' | 'waiting' | 'failed'
  /** 0 to 1. */
  sent: number
  error: string | null
}

export type Recorder = {
  getState(): RecorderState
  /** The same array until something changes. */
  getKept(): readonly KeptRecording[]
  /** Whether another tab of this browser records now, and for which client. */
  getOtherTab(): { clientName: string; sessionId: string } | null
  subscribe(listener: () => void): () => void
  /** For meters: read on each animation frame. */
  getLevels(): Levels
  /** Called on a click, as browsers require for the picture of another window. Throws DOMException as the browser does. */
  start(options: RecordingOptions): Promise<void>
  pause(): void
  resume(): void
  /** Ends when the last chunk is saved; sending goes on. */
  stop(): Promise<void>
  changeMicrophone(microphoneId: string): Promise<void>
  /** Sends what a crash left, or tries again. */
  finish(id: string): void
  discard(id: string): Promise<void>
  /** The local file, to listen to. */
  open(id: string): Promise<File>
}
