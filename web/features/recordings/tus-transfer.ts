import { Upload } from 'tus-js-client'
import { createUpload } from '#contract/recordings/recordings.ts'
import type { GrowingFile } from './recorder/growing-file.ts'
import { acquireSenderLock, releaseSenderLock } from './sender-lock.ts'
import {
  connectionLost,
  explain,
  getReason,
  isConnectionLoss,
  isGone,
  isProxyLimit,
  isTemporary,
  smallerParts,
} from './transfer-errors.ts'
import type { Transfer, TransferOptions, TransferReports } from './transfer.ts'

/**
 * Bytes per request. A lost connection costs none of them, unless a proxy buffers whole requests.
 */
export const partBytes = 64 * 1024 * 1024
/** Of a file that grows: a few seconds of it. */
const growingPartBytes = 256 * 1024
/** Parts are never made smaller than this. */
const minPartBytes = 512 * 1024
/** After more losses within one part, smaller parts are tried: some proxies close the connection instead of answering 413. */
const maxLossesInPart = 2
/** Milliseconds between retries: soon at first, then every 15 s for 20 minutes. */
const retryDelays = [0, 1000, 2000, 4000, 8000, ...Array.from({ length: 80 }, () => 15_000)]
/** Milliseconds without progress after which a connection counts as lost. */
const stallTimeoutMs = 30_000

/**
 * Sends a file by tus 1.0.0 and resumes after lost connections and server restarts. The length of one that grows is
 * announced with its last part.
 */
export function startTransfer(
  file: File | GrowingFile,
  options: TransferOptions,
  reports: TransferReports,
): Transfer {
  const { sessionId, fileName, uploadUrl, metadata } = options
  const growing = file instanceof File ? null : file
  let isRunning = true
  let sent = 0
  let lastMoved = Date.now()
  let lossesInPart = 0
  const upload = new Upload(file instanceof File ? file : new Blob(), {
    // With an endpoint, any error in asking for the offset would start a second upload.
    endpoint: uploadUrl ? null : createUpload.path,
    uploadUrl,
    metadata: { sessionId, filename: fileName, ...metadata },
    chunkSize: growing ? growingPartBytes : partBytes,
    ...(growing && {
      uploadLengthDeferred: true,
      fileReader: { openFile: () => Promise.resolve(growing) },
    }),
    retryDelays,
    // `upload-memory.ts` stores less: no client's name stays in the browser.
    storeFingerprintForResuming: false,
    onUploadUrlAvailable: () => {
      if (!upload.url) return
      upload.options.endpoint = null
      acquireSenderLock(upload.url)
      reports.url(upload.url)
    },
    onProgress: (bytes) => {
      lastMoved = Date.now()
      sent = bytes
      reports.progress(bytes)
    },
    onChunkComplete: (_part, arrived) => {
      lossesInPart = 0
      reports.arrived?.(arrived)
    },
    onShouldRetry: (error) => {
      if (isConnectionLoss(error) && ++lossesInPart > maxLossesInPart) halvePart()
      const willRetry = isTemporary(error)
      if (willRetry) reports.heldUp(getReason(error))
      return willRetry
    },
    onSuccess: () => {
      stop()
      releaseSenderLock(upload.url)
      reports.done()
    },
    onError: (error) => {
      if (isProxyLimit(error) && halvePart()) {
        reports.heldUp(smallerParts)
        upload.start()
        return
      }
      if (isGone(error) && upload.url) {
        startOver()
        return
      }
      stop()
      const failure = explain(error)
      // If it can be retried, this window stays its sender.
      if (failure.isRefused) releaseSenderLock(upload.url)
      reports.failed(failure)
    },
  })

  /** False if the parts are at their minimum. */
  function halvePart() {
    const { chunkSize = partBytes } = upload.options
    if (chunkSize <= minPartBytes) return false
    lossesInPart = 0
    upload.options.chunkSize = chunkSize / 2
    return true
  }

  /** The server has removed the upload. */
  function startOver() {
    releaseSenderLock(upload.url)
    upload.url = null
    Object.assign(upload.options, { uploadUrl: null, endpoint: createUpload.path })
    upload.start()
  }

  function abort() {
    growing?.dropReads()
    return upload.abort()
  }

  function restart() {
    lastMoved = Date.now()
    reports.heldUp(connectionLost)
    void abort().then(() => {
      if (isRunning) upload.start()
    })
  }
  // After the last byte the server writes to disk, which may take longer.
  const watch = setInterval(() => {
    if (isRunning && sent < file.size && Date.now() - lastMoved > stallTimeoutMs) restart()
  }, 5000)
  const onOnline = () => isRunning && restart()
  addEventListener('online', onOnline)
  function stop() {
    isRunning = false
    clearInterval(watch)
    removeEventListener('online', onOnline)
  }

  upload.start()
  return {
    pause() {
      isRunning = false
      void abort()
    },
    resume() {
      isRunning = true
      lastMoved = Date.now()
      upload.start()
    },
    stop() {
      stop()
      releaseSenderLock(upload.url)
      void abort()
    },
  }
}

export { watchSender } from './sender-lock.ts'

/** False if the server could not be reached. */
export const discardUpload = (uploadUrl: string) =>
  Upload.terminate(uploadUrl, { retryDelays: [0, 1000, 3000] }).then(
    () => true,
    () => false,
  )
