import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { jsonBodyParser } from './json-body.ts'

/** Signatures of a call, and those expected with each valid secret. */
export type Signature = {
  signedAt: Date
  given: readonly Buffer[]
  expected: readonly Buffer[]
}

/** Parses the signature of one service. Undefined when it or the secret is missing. */
export type ReadSignature = (call: {
  bytes: Buffer
  headers: IncomingHttpHeaders
}) => Promise<Signature | undefined>

const maxClockSkewMs = 30 * 60 * 1000

/**
 * Verifies the signature of the raw body before parsing it as JSON. A call can be replayed within the window, so handlers must be
 * idempotent. The error doesn't say what is wrong.
 */
export function requireSignatures(scope: FastifyInstance, read: ReadSignature) {
  const readJson = jsonBodyParser(scope)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  )
  return async (request: FastifyRequest) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signature = await read({ bytes, headers: request.headers })
    if (!signature || !isValid(signature, new Date()))
      throw new AppError('not-signed-in', 'The signature of this call is missing or wrong.')
    request.body = await readJson(request, bytes)
  }
}

function isValid({ signedAt, given, expected }: Signature, now: Date) {
  // Compares all pairs, so that timing reveals nothing.
  const matches = given.flatMap((it) => expected.filter((other) => isSame(it, other)))
  return matches.length > 0 && Math.abs(now.getTime() - signedAt.getTime()) <= maxClockSkewMs
}

const isSame = (one: Buffer, other: Buffer) =>
  one.length === other.length && one.length > 0 && timingSafeEqual(one, other)
