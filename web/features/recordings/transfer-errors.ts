import type { DetailedError, HttpResponse } from 'tus-js-client'
import { errorBody } from '#contract/errors.ts'
import type { TransferFailure } from './transfer.ts'

/** No answer, or one that asks to retry. */
export function isTemporary({ originalResponse, originalRequest }: DetailedError) {
  const status = originalResponse?.getStatus() ?? 0
  // For a part, a conflict means that the offset differs, and tus asks for it again; a new upload was rejected.
  if (status === 409)
    return (
      originalRequest?.getMethod() === 'PATCH' && parse(originalResponse)?.code !== 'no-consent'
    )
  return [0, 408, 423, 429, 502, 503, 504].includes(status)
}

export const isConnectionLoss = ({ originalResponse, originalRequest }: DetailedError) =>
  originalRequest?.getMethod() === 'PATCH' && !originalResponse?.getStatus()

/** A 413 from a proxy instead of this server. */
export function isProxyLimit(error: Error | DetailedError) {
  const response = 'originalResponse' in error ? error.originalResponse : null
  return response?.getStatus() === 413 && parse(response) === undefined
}

/** For the user; without an answer of the server the status is 0. */
export function explain(error: Error | DetailedError): TransferFailure {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response) {
    const isUnreachable = 'originalRequest' in error
    const message = isUnreachable ? 'The server cannot be reached' : 'The file cannot be read'
    return { message, isRefused: false, status: 0 }
  }
  const status = response.getStatus()
  if (isProxyLimit(error)) return { message: tooLargeForProxy, isRefused: false, status }
  const message = parse(response)?.error ?? statusText(response)
  return { message, isRefused: status >= 400 && status < 500 && status !== 401, status }
}

/** The server has no such upload. */
export const isGone = (error: Error | DetailedError) =>
  'originalResponse' in error && [404, 410].includes(error.originalResponse?.getStatus() ?? 0)

/** The fallback is a status text, which HTTP/2 does not have. */
const statusText = (response: HttpResponse) =>
  (response.getUnderlyingObject() as XMLHttpRequest | undefined)?.statusText ||
  `the server answered ${response.getStatus()}`

export const smallerParts = 'A proxy rejects requests of this size. Continuing with smaller parts…'
const tooLargeForProxy =
  'A proxy rejects even small parts. An administrator can allow larger requests (in nginx: client_max_body_size 64m).'
export const connectionLost = 'Connection lost. Trying again… Your progress is saved.'

/** The server's own reason, such as a full disk, or a lost connection. */
export function getReason({ originalResponse }: DetailedError) {
  const said = parse(originalResponse)?.error
  return said ? `${said} Trying again…` : connectionLost
}

function parse(response: HttpResponse | null) {
  try {
    return errorBody.parse(JSON.parse(response?.getBody() ?? ''))
  } catch {
    return undefined
  }
}
