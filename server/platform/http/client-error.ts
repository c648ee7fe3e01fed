import type { Socket } from 'node:net'
import { type ErrorBody, type ErrorCode, statusOf } from '#contract/errors.ts'
import { newId } from '../ids.ts'

const refusals: Record<string, [code: ErrorCode, sentence: string]> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The address or the headers are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['too-large', 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['too-slow', 'The request did not arrive in time. Please try again.'],
}

/** Answers requests that Node could not parse as HTTP, in the usual error body and with `headers`. */
export function handleClientError(
  error: Error & { code?: string },
  socket: Socket,
  headers: Record<string, string>,
) {
  // The socket is closed, or another response is already being written.
  if (!socket.writable || error.code === 'ECONNRESET' || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const [code, sentence] = refusals[error.code ?? ''] ?? [
    'invalid',
    'The request is not valid HTTP.',
  ]
  const status = statusOf[code]
  const body = JSON.stringify({ error: sentence, code, requestId: newId() } satisfies ErrorBody)
  socket.end(
    [
      // The reason phrase is optional (RFC 9112, section 4).
      `HTTP/1.1 ${status} `,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
