import { getUpload } from '#contract/recordings.ts'
import { ApiError, call } from '#web/lib/api.ts'
import type { watchSender as watchLock } from './sender-lock.ts'

export type TransferReports = {
  /** The server has an address for this upload: it can be resumed from now on. */
  url: (uploadUrl: string) => void
  progress: (sent: number) => void
  /** Nothing moves for now; it is tried again by itself. */
  heldUp: (reason: string) => void
  done: () => void
  failed: (message: string, isRefused: boolean) => void
}

export type Transfer = {
  pause(): void
  resume(): void
  /** For good; what has arrived stays on the server. */
  stop(): void
}

export type TransferOptions = { sessionId: string; fileName: string; uploadUrl: string | null }

/** What sends comes in a piece of its own, with the first file: every page of the staff knows of uploads, few send one. */
const sender = () => import('./tus-transfer.ts')

/** Sends a file, in parts that can be resumed. */
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
    // A browser asks for a piece of code only once, until the page is loaded anew.
    () => reports.failed('Please reload the page and choose the file again', false),
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

/** Removes an upload from the server. Failing that (false), the server removes an unfinished one by itself in time. */
export const discardUpload = (uploadUrl: string) =>
  sender().then(
    (it) => it.discardUpload(uploadUrl),
    () => false,
  )

/** Whether another window sends it, and when it does no more. */
export const watchSender = (...watch: Parameters<typeof watchLock>) =>
  sender().then((it) => it.watchSender(...watch))

/** How an upload stands, or null when the server knows nothing of it. Throws on any other answer. */
export async function uploadState(uploadUrl: string, signal?: AbortSignal) {
  const uploadId = new URL(uploadUrl, location.origin).pathname.split('/').at(-1) ?? ''
  try {
    return await call(getUpload, { params: { uploadId } }, signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
