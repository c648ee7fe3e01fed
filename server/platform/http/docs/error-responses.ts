import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { errorBody, type ErrorCode, statusOf } from '#contract/errors.ts'
import { commonErrors, errorCodesOf } from '#contract/error-codes.ts'
import type { Response } from './operation.ts'
import type { JsonSchema } from './schemas.ts'

const sentence: Record<ErrorCode, string> = {
  invalid: 'What was sent is not as it has to be; `fields` says where.',
  'not-signed-in': 'Nobody is signed in, or not with this password.',
  'not-allowed': 'Not for who calls, or not from where it was called.',
  'not-found': 'There is no such thing, or it is not for who calls.',
  'too-slow': 'What was sent did not arrive in time.',
  stale: 'Somebody else changed the row since it was read.',
  conflict: 'Not as things stand now.',
  'too-large': 'More than can be taken at once.',
  'unsupported-media': 'The body is not what it has to be.',
  unprocessable: 'It was understood, and cannot be done with what was sent.',
  'sent-before': 'Something else was sent under this `Idempotency-Key` before, and is there.',
  'too-many-requests': 'Too many tries; `Retry-After` says when to come back.',
  'headers-too-large': 'The address or the headers are too long.',
  internal: 'Something went wrong on the side of the server.',
  unavailable:
    'It cannot be had at the moment; `Retry-After` says when to come back, where that is known.',
}

/**
 * Error responses of an endpoint by status, and under `default` those that any call may get. Responses that several
 * endpoints share are written once (`responses`).
 */
export function errorResponseWriter(write: (schema: z.ZodType) => JsonSchema) {
  const responses: Record<string, Response> = {}
  const refTo = (name: string, codes: readonly ErrorCode[]) => {
    responses[name] ??= responseOf(codes)
    return { $ref: `#/components/responses/${name}` }
  }
  const responseOf = (codes: readonly ErrorCode[]): Response => ({
    description: describe(codes),
    ...(codes.includes('too-many-requests') && {
      headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
    }),
    content: {
      'application/json': { schema: write(errorBody.extend({ code: z.enum(codes) })) },
    },
  })
  return {
    responses,
    refusals: (endpoint: Endpoint) => {
      // A response to HEAD has no body; only the status tells the error.
      const written = (name: string, codes: readonly ErrorCode[]) =>
        endpoint.method === 'HEAD' ? { description: describe(codes) } : refTo(name, codes)
      const byStatus = Map.groupBy(errorCodesOf(endpoint), (code) => statusOf[code])
      return {
        ...Object.fromEntries(
          [...byStatus].map(([status, codes]) => [
            status,
            written(codes.map(nameOf).join('Or'), codes),
          ]),
        ),
        default: written('Failure', commonErrors),
      }
    },
  }
}

const describe = (codes: readonly ErrorCode[]) =>
  codes.map((code) => `\`${code}\`: ${sentence[code]}`).join('\n\n')

const nameOf = (code: ErrorCode) =>
  code.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
