import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** How long what is sent may take, in milliseconds: who sends a byte now and then would hold a connection for ever. */
export type Patience = {
  /** Until the headers are there. */
  headersMs: number
  /** Until a JSON body is there, and for what still comes of a body after its answer. */
  bodyMs: number
  /** Between two pieces of a body that is read as a stream, which may take as long as it likes. */
  silenceMs: number
}
export const usualPatience: Patience = { headersMs: 30_000, bodyMs: 30_000, silenceMs: 30_000 }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body itself, as a stream. */
    isStreamed?: boolean
  }
}

/** Ends connections whose body is not there in time. What has arrived of an upload stays. */
export function endSlowBodies(app: FastifyInstance, { bodyMs, silenceMs }: Patience) {
  app.addHook('preParsing', ({ raw, routeOptions }, _reply, payload, done) => {
    if (!bringsBody(raw)) return done(null, payload)
    if (!routeOptions.config.isStreamed) return done(null, inTime(raw, bodyMs))
    endWhenSilent(raw, silenceMs)
    return done(null, payload)
  })

  // Closed at once, the caller's side would throw away the answer together with the connection.
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (isComing(raw)) void reply.removeHeader('connection')
    done()
  })
  // The rest is read and dropped, or the next request on this connection would wait behind it.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (isComing(raw)) {
      const late = setTimeout(() => raw.destroy(), bodyMs)
      raw
        .once('close', () => clearTimeout(late))
        .unpipe()
        .resume()
    }
    done()
  })
}

const bringsBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
const isComing = (raw: IncomingMessage) => bringsBody(raw) && !raw.complete && !raw.destroyed

function inTime(raw: IncomingMessage, ms: number) {
  const body = new PassThrough()
  const late = setTimeout(() => body.destroy(tooSlow()), ms)
  body.once('close', () => clearTimeout(late))
  // A body that was refused by its length or its type is read by nobody, and its end heard by nobody.
  body.on('error', () => undefined)
  raw.once('error', (error) => body.destroy(error))
  return raw.pipe(body)
}

const tooSlow = () =>
  new AppError('too-slow', 'What was sent did not arrive in time. Please try again.')

/** Ends it between once and one and a half times `ms` after the last byte. What waits because nobody reads it is not silent. */
function endWhenSilent(raw: IncomingMessage, ms: number) {
  let heard = raw.socket.bytesRead
  let silentLooks = 0
  const looking = setInterval(() => {
    const isWaiting = raw.readableLength >= raw.readableHighWaterMark
    silentLooks = raw.socket.bytesRead === heard && !isWaiting ? silentLooks + 1 : 0
    heard = raw.socket.bytesRead
    if (raw.complete) clearInterval(looking)
    else if (silentLooks === 2) raw.destroy()
  }, ms / 2)
  raw.once('close', () => clearInterval(looking))
}
