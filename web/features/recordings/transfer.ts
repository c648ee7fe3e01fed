import { getUpload } from '#contract/recordings/recordings.ts'
import { ApiError, call } from '#web/lib/api.ts'
import type { watchSender as watchLock } from './sender-lock.ts'

export type TransferReports = {
  /** The upload has a URL and can be resumed. */
  url: (uploadUrl: string) => void
  progress: (sent: number) => void
  /** The server has stored this many bytes. */
  arrived?: (bytes: number) => void
  /** Waiting for an automatic retry. */
  heldUp: (reason: string) => void
  done: () => void
  failed: (failure: TransferFailure) => void
}

export type TransferFailure = {
  message: string
  /** Sending it again would not help. */
  isRefused: boolean
  /** 0 without an answer. */
  status: number
}

export type Transfer = {
  pause(): void
  resume(): void
  /** The uploaded part stays on the server. */
  stop(): void
}

export type TransferOptions = {
  sessionId: string
  fileName: string
  uploadUrl: string | null
  /** More for `Upload-Metadata`. */
  metadata?: Record<string, string>
}

/** Loaded with the first upload: every staff page shows uploads, few send one. */
const sender = () => import('./tus-transfer.ts')

/** Sends a file by resumable requests. */
export function startTransfer(
  file: File,
  options: TransferOptions,
  reports: TransferReports,
): Transfer {
  let wish: 'run' | 'pause' | 'stop' = 'run'
  let transfer: Transfer | undefined
  function begin(start: typeof startTransfer) {
    if (wish === 'stop') return
    transfer = start(file, options, reports)
    if (wish === 'pause') transfer.pause()
  }
  sender().then(
    (it) => begin(it.startTransfer),
    // A browser does not retry a failed import before a reload.
    () =>
      reports.failed({
        message: 'Please reload the page and choose the file again',
        isRefused: false,
        status: 0,
      }),
  )
  return {
    pause() {
      wish = 'pause'
      transfer?.pause()
    },
    resume() {
      wish = 'run'
      transfer?.resume()
    },
    stop() {
      wish = 'stop'
      transfer?.stop()
    },
  }
}

/** Deletes an upload from the server. If that fails (false), the server removes unfinished ones after a while. */
export const discardUpload = (uploadUrl: string) =>
  sender().then(
    (it) => it.discardUpload(uploadUrl),
    () => false,
  )

export const watchSender = (...watch: Parameters<typeof watchLock>) =>
  sender().then((it) => it.watchSender(...watch))

/** The status of an upload, or null if the server has none. Throws on any other answer. */
export async function uploadState(uploadUrl: string, signal?: AbortSignal) {
  const uploadId = new URL(uploadUrl, location.origin).pathname.split('/').at(-1) ?? ''
  try {
    return await call(getUpload, { params: { uploadId } }, signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
