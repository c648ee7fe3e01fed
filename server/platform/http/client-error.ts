import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorBody, type ErrorCode, statusByCode } from '#contract/errors.ts'
import { newId } from '../ids.ts'

const refusals: Record<string, [code: ErrorCode, sentence: string]> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The address or the headers are too long.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['too-large', 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['too-slow', 'The request did not arrive in time. Please try again.'],
}

/** The caller has this long to read the answer and close the connection. */
const closeMs = 2_000

/** Answers requests that Node could not parse as HTTP, in the usual error body and with `headers`. */
export function handleClientError(
  error: Error & { code?: string },
  socket: Socket,
  { headers, running }: { headers: Record<string, string>; running: ReadonlySet<ServerResponse> },
) {
  // Answered already; the rest of the request is ignored.
  if (socket.writableEnded) return
  const responses = [...running].filter((it) => it.req.socket === socket)
  const isAnswering = responses.some((it) => it.headersSent || it.req.complete)
  if (!socket.writable || error.code === 'ECONNRESET' || isAnswering) {
    socket.destroy()
    return
  }
  const [code, sentence] = refusals[error.code ?? ''] ?? [
    'invalid',
    'The request is not valid HTTP.',
  ]
  const status = statusByCode[code]
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
  setTimeout(() => socket.destroy(), closeMs).unref()
}
