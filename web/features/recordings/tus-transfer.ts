import { type DetailedError, type HttpResponse, Upload } from 'tus-js-client'
import { errorBody } from '#contract/errors.ts'
import { createUpload } from '#contract/recordings.ts'
import { hold, releaseSenderLock } from './sender-lock.ts'
import type { Transfer, TransferOptions, TransferReports } from './transfer.ts'

/**
 * Bytes in one request: large enough not to slow a fast line. A break costs nothing of it, except where a proxy on the
 * way collects whole requests.
 */
export const partBytes = 64 * 1024 * 1024
/** A proxy that takes less than this is not worked around. */
const minPartBytes = 512 * 1024
/** Broken connections within one part, after which smaller parts are tried: some proxies hang up instead of answering 413. */
const maxBreaks = 2
/** Milliseconds between tries after the connection is lost: soon at first, then every 15 s for 20 minutes. */
const retryDelays = [0, 1000, 2000, 4000, 8000, ...Array.from({ length: 80 }, () => 15_000)]
/** Milliseconds without a byte after which a connection counts as dead, although nobody said so. */
const stalledAfter = 30_000

/** Sends a file by tus 1.0.0 and goes on after every break of the connection or restart of the server. */
export function startTransfer(
  file: File,
  options: TransferOptions,
  reports: TransferReports,
): Transfer {
  const { sessionId, fileName, uploadUrl } = options
  let isRunning = true
  let sent = 0
  let lastMoved = Date.now()
  let breaks = 0
  const upload = new Upload(file, {
    endpoint: createUpload.path,
    uploadUrl,
    metadata: { sessionId, filename: fileName },
    chunkSize: partBytes,
    retryDelays,
    // The own memory holds less: no name of a client stays in the browser.
    storeFingerprintForResuming: false,
    onUploadUrlAvailable: () => {
      if (!upload.url) return
      hold(upload.url)
      reports.url(upload.url)
    },
    onProgress: (bytes) => {
      lastMoved = Date.now()
      sent = bytes
      reports.progress(bytes)
    },
    onChunkComplete: () => {
      breaks = 0
    },
    onShouldRetry: (error) => {
      if (isBreak(error) && ++breaks > maxBreaks) halvePart()
      const willRetry = isPassing(error)
      if (willRetry) reports.heldUp(reasonOf(error))
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
      const [message, isRefused] = explained(error)
      // What can be tried again stays this window's.
      if (isRefused) releaseSenderLock(upload.url)
      reports.failed(message, isRefused)
    },
  })

  /** False where the parts are as small as they get. */
  function halvePart() {
    const { chunkSize = partBytes } = upload.options
    if (chunkSize <= minPartBytes) return false
    breaks = 0
    upload.options.chunkSize = chunkSize / 2
    return true
  }

  function restart() {
    lastMoved = Date.now()
    reports.heldUp(lost)
    void upload.abort().then(() => {
      if (isRunning) upload.start()
    })
  }
  // When everything is sent it has to reach the server's disk, which may take longer than this.
  const watch = setInterval(() => {
    if (isRunning && sent < file.size && Date.now() - lastMoved > stalledAfter) restart()
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

/** Whether the server could be told to forget an upload. */
export const discardUpload = (uploadUrl: string) =>
  Upload.terminate(uploadUrl, { retryDelays: [0, 1000, 3000] }).then(
    () => true,
    () => false,
  )

/** No answer at all, or one that says "not now": worth another try. */
function isPassing({ originalResponse, originalRequest }: DetailedError) {
  const status = originalResponse?.getStatus() ?? 0
  // 409 for a part: the server has more or less than we thought; tus asks anew. For a new upload it is a refusal.
  if (status === 409) return originalRequest?.getMethod() === 'PATCH'
  return [0, 408, 423, 429, 502, 503, 504].includes(status)
}

/** The connection was lost while a part was sent. */
const isBreak = ({ originalResponse, originalRequest }: DetailedError) =>
  originalRequest?.getMethod() === 'PATCH' && !originalResponse?.getStatus()

/** A 413 that this server did not write. */
function isProxyLimit(error: Error | DetailedError) {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return response?.getStatus() === 413 && bodyOf(response.getBody()) === undefined
}

function explained(error: Error | DetailedError): [message: string, isRefused: boolean] {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response)
    return [
      'originalRequest' in error ? 'The server cannot be reached' : 'The file cannot be read',
      false,
    ]
  const status = response.getStatus()
  if (isProxyLimit(error)) return [tooLargeForProxy, false]
  const said = bodyOf(response.getBody()) ?? statusText(response)
  return [said, status >= 400 && status < 500 && status !== 401]
}

/** As specified (part 2, section 8), where the server sent no sentence of its own; HTTP/2 has no status texts. */
const statusText = (response: HttpResponse) =>
  (response.getUnderlyingObject() as XMLHttpRequest | undefined)?.statusText ||
  `the server answered ${response.getStatus()}`

const smallerParts = 'A proxy rejects requests of this size. Continuing with smaller parts…'
const tooLargeForProxy =
  'A proxy rejects even small parts. An administrator can allow larger requests (in nginx: client_max_body_size 64m).'
const lost = 'Connection lost. Trying again… Your progress is saved.'

/** A server that can still speak says itself what is wrong: a full disk is no lost connection. */
function reasonOf({ originalResponse }: DetailedError) {
  const said = originalResponse && bodyOf(originalResponse.getBody())
  return said ? `${said} Trying again…` : lost
}

function bodyOf(text: string) {
  try {
    return errorBody.parse(JSON.parse(text)).error
  } catch {
    return undefined
  }
}
