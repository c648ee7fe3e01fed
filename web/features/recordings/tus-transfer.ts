import { type DetailedError, type HttpResponse, Upload } from 'tus-js-client'
import { errorBody } from '#contract/errors.ts'
import { createUpload } from '#contract/recordings/recordings.ts'
import { acquireSenderLock, releaseSenderLock } from './sender-lock.ts'
import type { Transfer, TransferOptions, TransferReports } from './transfer.ts'

/**
 * Bytes per request. A lost connection costs none of them, unless a proxy buffers whole requests.
 */
export const partBytes = 64 * 1024 * 1024
/** Parts are never made smaller than this. */
const minPartBytes = 512 * 1024
/** After more losses within one part, smaller parts are tried: some proxies close the connection instead of answering 413. */
const maxLossesInPart = 2
/** Milliseconds between retries: soon at first, then every 15 s for 20 minutes. */
const retryDelays = [0, 1000, 2000, 4000, 8000, ...Array.from({ length: 80 }, () => 15_000)]
/** Milliseconds without progress after which a connection counts as lost. */
const stallTimeoutMs = 30_000

/** Sends a file by tus 1.0.0 and resumes after lost connections and server restarts. */
export function startTransfer(
  file: File,
  options: TransferOptions,
  reports: TransferReports,
): Transfer {
  const { sessionId, fileName, uploadUrl } = options
  let isRunning = true
  let sent = 0
  let lastMoved = Date.now()
  let lossesInPart = 0
  const upload = new Upload(file, {
    endpoint: createUpload.path,
    uploadUrl,
    metadata: { sessionId, filename: fileName },
    chunkSize: partBytes,
    retryDelays,
    // `upload-memory.ts` stores less: no client's name stays in the browser.
    storeFingerprintForResuming: false,
    onUploadUrlAvailable: () => {
      if (!upload.url) return
      acquireSenderLock(upload.url)
      reports.url(upload.url)
    },
    onProgress: (bytes) => {
      lastMoved = Date.now()
      sent = bytes
      reports.progress(bytes)
    },
    onChunkComplete: () => {
      lossesInPart = 0
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
      stop()
      const [message, isRefused] = explain(error)
      // If it can be retried, this window stays its sender.
      if (isRefused) releaseSenderLock(upload.url)
      reports.failed(message, isRefused)
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

  function restart() {
    lastMoved = Date.now()
    reports.heldUp(connectionLost)
    void upload.abort().then(() => {
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
      void upload.abort()
    },
    resume() {
      isRunning = true
      lastMoved = Date.now()
      upload.start()
    },
    stop() {
      stop()
      releaseSenderLock(upload.url)
      void upload.abort()
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

/** No answer, or one that asks to retry. */
function isTemporary({ originalResponse, originalRequest }: DetailedError) {
  const status = originalResponse?.getStatus() ?? 0
  // For a part, 409 means that the offset differs, and tus asks for it again; a new upload was rejected.
  if (status === 409) return originalRequest?.getMethod() === 'PATCH'
  return [0, 408, 423, 429, 502, 503, 504].includes(status)
}

const isConnectionLoss = ({ originalResponse, originalRequest }: DetailedError) =>
  originalRequest?.getMethod() === 'PATCH' && !originalResponse?.getStatus()

/** A 413 from a proxy instead of this server. */
function isProxyLimit(error: Error | DetailedError) {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return response?.getStatus() === 413 && parseBody(response.getBody()) === undefined
}

function explain(error: Error | DetailedError): [message: string, isRefused: boolean] {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response)
    return [
      'originalRequest' in error ? 'The server cannot be reached' : 'The file cannot be read',
      false,
    ]
  const status = response.getStatus()
  if (isProxyLimit(error)) return [tooLargeForProxy, false]
  const said = parseBody(response.getBody()) ?? statusText(response)
  return [said, status >= 400 && status < 500 && status !== 401]
}

/** The fallback is a status text, which HTTP/2 does not have. */
const statusText = (response: HttpResponse) =>
  (response.getUnderlyingObject() as XMLHttpRequest | undefined)?.statusText ||
  `the server answered ${response.getStatus()}`

const smallerParts = 'A proxy rejects requests of this size. Continuing with smaller parts…'
const tooLargeForProxy =
  'A proxy rejects even small parts. An administrator can allow larger requests (in nginx: client_max_body_size 64m).'
const connectionLost = 'Connection lost. Trying again… Your progress is saved.'

/** The server's own reason, such as a full disk, or a lost connection. */
function getReason({ originalResponse }: DetailedError) {
  const said = originalResponse && parseBody(originalResponse.getBody())
  return said ? `${said} Trying again…` : connectionLost
}

function parseBody(text: string) {
  try {
    return errorBody.parse(JSON.parse(text)).error
  } catch {
    return undefined
  }
}
