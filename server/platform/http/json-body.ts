import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defaultBodyBytes } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum bytes of JSON outside of strings. */
    besideTextsBytes?: number
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const quote = 0x22
const backslash = 0x5c

/** Invalid UTF-8 is rejected instead of replaced. */
export function registerJsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    const maxBytes = request.routeOptions.config.besideTextsBytes ?? defaultBodyBytes
    if (bytesOutsideStrings(bytes, maxBytes) > maxBytes) return done(tooManyEntries())
    let text
    try {
      text = decodeText(bytes)
    } catch (error) {
      return done(error as AppError)
    }
    return parse(request, text, done)
  })
}

/** Parses a body whose signature has been verified. */
export function jsonBodyParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request: FastifyRequest, bytes: Buffer) =>
    new Promise<unknown>((resolve, reject) => {
      void parse(request, decodeText(bytes), (error, body) =>
        error ? reject(error) : resolve(body),
      )
    })
}

function decodeText(bytes: Buffer) {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    throw new AppError('invalid', 'The body is not valid UTF-8.')
  }
}

const tooManyEntries = () => new AppError('too-large', 'The body has too many entries.')

/**
 * Bytes of JSON outside of string literals, counted up to `maxBytes`. Only strings may make a body large: parsing
 * millions of brackets takes seconds and a hundred times their size in memory.
 */
function bytesOutsideStrings(body: Buffer, maxBytes: number) {
  let outside = 0
  for (let at = 0; at < body.length && outside <= maxBytes;) {
    const start = body.indexOf(quote, at)
    if (start < 0) return outside + body.length - at
    outside += start - at
    at = endOfString(body, start + 1)
  }
  return outside
}

/** Index after the closing quote; quotes after an odd number of backslashes are escaped. */
function endOfString(body: Buffer, start: number) {
  for (let at = start; ;) {
    const end = body.indexOf(quote, at)
    if (end < 0) return body.length
    let before = end
    while (before > start && body[before - 1] === backslash) before--
    at = end + 1
    if ((end - before) % 2 === 0) return at
  }
}
