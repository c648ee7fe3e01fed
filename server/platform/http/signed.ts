import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { jsonReader } from './json-body.ts'

/** What a service has signed its call with, and what it would have with each of the secrets that are good. */
export type Signature = {
  signedAt: Date
  given: readonly Buffer[]
  expected: readonly Buffer[]
}

/** Reads a signature in the way of one service; compares nothing. Undefined where there is none, or nobody to sign. */
export type ReadSignature = (call: {
  bytes: Buffer
  headers: IncomingHttpHeaders
}) => Promise<Signature | undefined>

/** How far a signature may lie back, or ahead: clocks differ, and what was overheard is not good for ever. */
const windowMs = 30 * 60 * 1000

/**
 * Keeps the body as the bytes that were signed, and lets in who has signed them: only then they are read as JSON. A
 * call within the window may come again, so whoever handles it does the same once or twice. No refusal says what is
 * wrong.
 */
export function requireSignatures(scope: FastifyInstance, read: ReadSignature) {
  const readJson = jsonReader(scope)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  )
  return async (request: FastifyRequest) => {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signature = await read({ bytes, headers: request.headers })
    if (!signature || !isGood(signature, new Date()))
      throw new AppError('not-signed-in', 'This call is not signed as it should be.')
    request.body = await readJson(request, bytes)
  }
}

function isGood({ signedAt, given, expected }: Signature, now: Date) {
  // Every one is compared with every other, so that the time taken says nothing of which was nearly right.
  const matches = given.flatMap((it) => expected.filter((other) => isSame(it, other)))
  return matches.length > 0 && Math.abs(now.getTime() - signedAt.getTime()) <= windowMs
}

const isSame = (one: Buffer, other: Buffer) =>
  one.length === other.length && one.length > 0 && timingSafeEqual(one, other)
