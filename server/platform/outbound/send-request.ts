import { Readable, Transform } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Agent, request } from 'undici'
import { Unavailable } from '../jobs/errors.ts'
import {
  isLocalHost,
  localAddressCode,
  localAddressError,
  lookupPublicHost,
} from './local-addresses.ts'
import type { Call } from './outbound-call.ts'
import type { OutboundRequest } from './outbound-client.ts'
import type { StreamingResponse } from './response.ts'

const connectTimeoutMs = 10_000
const keepAliveTimeout = 4_000
const agent = new Agent({ connect: { timeout: connectTimeoutMs }, keepAliveTimeout })
/** Checks the address on each connection, as a name may resolve differently later. */
const guardedAgent = new Agent({
  connect: { timeout: connectTimeoutMs, lookup: lookupPublicHost },
  keepAliveTimeout,
})

type Request = Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body' | 'isUntrustedHost'> & {
  idleTimeoutMs: number
}

/**
 * Resolves when the response begins; redirects are not followed. Throws Unavailable if there is none, and errors of
 * the request body unchanged.
 */
export async function sendRequest(
  { method, url, headers, body, isUntrustedHost = false, idleTimeoutMs }: Request,
  call: Call,
  label: string,
): Promise<StreamingResponse> {
  if (isUntrustedHost) assertPublicAddress(url, label)
  let bodyError: Error | undefined
  const source = body && Readable.fromWeb(body.stream() as unknown as ReadableStream)
  source?.once('error', (error) => (bodyError = error))
  try {
    const response = await request(url, {
      method,
      headers: {
        'user-agent': 'maylab',
        ...(body?.type && { 'content-type': body.type }),
        ...(body && { 'content-length': String(body.size) }),
        ...(typeof headers === 'function' ? headers() : headers),
      },
      body: source ? countBytes(source, (bytes) => (call.bytesOut += bytes)) : null,
      signal: call.signal,
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
      dispatcher: isUntrustedHost ? guardedAgent : agent,
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      body: countResponse(response.body, call, label),
    }
  } catch (error) {
    if (bodyError) throw bodyError
    throw toUnavailable(error, call.signal, label)
  } finally {
    source?.on('error', () => {})
  }
}

/** Counts the bytes of a response. If it breaks off, the stream is destroyed with Unavailable. */
function countResponse(body: Readable, call: Call, label: string) {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      call.bytesIn += chunk.length
      done(null, chunk)
    },
  })
  body.on('error', (error) => counted.destroy(toUnavailable(error, call.signal, label) as Error))
  counted.once('close', () => body.destroy())
  return body.pipe(counted)
}

/** `hostname` is the canonical notation of an address. */
function assertPublicAddress(url: string, label: string) {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
  if (isLocalHost(host)) throw localAddressError(label)
}

function countBytes(source: Readable, onBytes: (bytes: number) => void) {
  async function* chunks() {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      onBytes(chunk.length)
      yield chunk
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}

function toUnavailable(error: unknown, signal: AbortSignal, label: string): unknown {
  if (signal.aborted) return signal.reason
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code === localAddressCode) return localAddressError(label)
  const message = code?.includes('TIMEOUT')
    ? `${label} did not respond in time.`
    : `${label} cannot be reached.`
  return new Unavailable(message, { cause: error })
}
