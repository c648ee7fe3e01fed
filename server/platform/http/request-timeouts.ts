import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Milliseconds. They keep slow senders and readers from occupying connections. */
export type RequestTimeouts = {
  headersMs: number
  /** For a JSON body, and for draining a body after the response. */
  bodyMs: number
  /** Between two chunks of a streamed body. */
  idleMs: number
  /** Without a byte read by the caller; a paused video continues with a new request. */
  writeMs: number
}
export const defaultTimeouts: RequestTimeouts = {
  headersMs: 30_000,
  bodyMs: 30_000,
  idleMs: 30_000,
  writeMs: 60_000,
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body as a stream. */
    isStreamed?: boolean
  }
}

/**
 * Closes connections whose body is late, or whose caller does not read the response (with Fastify's `connectionTimeout`).
 * Received parts of an upload are kept.
 */
export function enforceTimeouts(
  app: FastifyInstance,
  { bodyMs, idleMs }: Pick<RequestTimeouts, 'bodyMs' | 'idleMs'>,
) {
  app.addHook('onRequest', (_request, { raw }, done) => {
    // Without this listener Node would also close connections that wait for us.
    raw.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy()
    })
    done()
  })
  app.addHook('preParsing', ({ raw, routeOptions }, _reply, payload, done) => {
    if (!hasBody(raw)) return done(null, payload)
    if (!routeOptions.config.isStreamed) return done(null, withTimeout(raw, bodyMs))
    destroyWhenIdle(raw, idleMs)
    return done(null, payload)
  })

  // With `connection: close` the caller could lose the response while still sending.
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (isIncomplete(raw)) void reply.removeHeader('connection')
    done()
  })
  // Drains the rest, because the next request on this connection comes after it.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (isIncomplete(raw)) {
      const late = setTimeout(() => raw.destroy(), bodyMs)
      raw
        .once('close', () => clearTimeout(late))
        .unpipe()
        .resume()
    }
    done()
  })
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
const isIncomplete = (raw: IncomingMessage) => hasBody(raw) && !raw.complete && !raw.destroyed

function withTimeout(raw: IncomingMessage, ms: number) {
  const body = new PassThrough()
  const late = setTimeout(() => body.destroy(tooSlow()), ms)
  body.once('close', () => clearTimeout(late))
  // A body that is rejected for its length or type has no other error listener.
  body.on('error', () => undefined)
  raw.once('error', (error) => body.destroy(error))
  return raw.pipe(body)
}

const tooSlow = () =>
  new AppError('too-slow', 'The request did not arrive in time. Please try again.')

/** Destroys the request 1 to 1.5 × `ms` after the last byte, unless it waits for its reader. */
function destroyWhenIdle(raw: IncomingMessage, ms: number) {
  let received = raw.socket.bytesRead
  let idleChecks = 0
  const checking = setInterval(() => {
    const isWaiting = raw.readableLength >= raw.readableHighWaterMark
    idleChecks = raw.socket.bytesRead === received && !isWaiting ? idleChecks + 1 : 0
    received = raw.socket.bytesRead
    if (raw.complete) clearInterval(checking)
    else if (idleChecks === 2) raw.destroy()
  }, ms / 2)
  raw.once('close', () => clearInterval(checking))
}
