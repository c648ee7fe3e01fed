/** What is known of a file in the browser's store; times in milliseconds since 1970. */
export type StoredRecording = {
  id: string
  userId: string
  sessionId: string
  clientId: string
  clientName: string
  /** MIME type with codecs. */
  type: string
  speakers: number
  /** The microphone is the left channel, the call the right one. */
  hasSides: boolean
  startedAt: number
  endedAt: number
  durationMs: number
  bytes: number
  /** Nothing more will come. */
  isStopped: boolean
  uploadUrl: string | null
  /** Why the server does not take it, or why it ended early. */
  error: string | null
  /** The server refused it: it is not sent by itself. */
  isRefused: boolean
}

export type StoredChange = Partial<
  Pick<
    StoredRecording,
    'endedAt' | 'durationMs' | 'isStopped' | 'uploadUrl' | 'error' | 'isRefused'
  >
>

/** The files of recordings in this browser. What is written survives a crash of the tab or of the browser. */
export type RecordingFiles = {
  create(recording: StoredRecording): Promise<void>
  /** Throws QuotaExceededError if there is no room; what was written before stays. */
  append(id: string, bytes: ArrayBuffer, change: StoredChange): Promise<void>
  change(id: string, change: StoredChange): Promise<void>
  /** After the last byte. */
  close(id: string): Promise<void>
  /** Only the recordings of this user. */
  list(userId: string): Promise<StoredRecording[]>
  read(id: string, start: number, end: number): Promise<ArrayBuffer>
  open(id: string): Promise<File>
  remove(id: string): Promise<void>
}

/** Starts with the type, so that players and the server's check agree on it. */
export const toFileType = (type: string) => type.split(';', 1)[0] ?? type
