import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  errorBody,
  type ErrorCode,
  statusByCode,
  commonErrors,
  listErrorCodes,
} from '#contract/errors.ts'
import type { Response } from './operation.ts'
import type { JsonSchema } from './schemas.ts'

const sentence: Record<ErrorCode, string> = {
  invalid: 'The request is not valid; `fields` says where.',
  'not-signed-in': 'Not signed in, or the password is wrong.',
  'not-allowed': 'The caller may not do this, or not from this origin.',
  'second-factor-missing': 'The administrator has to set up a second factor first.',
  'confirmation-needed': 'The caller has to confirm with the second factor first.',
  'not-found': 'It does not exist, or the caller may not see it.',
  'too-slow': 'The request did not arrive in time.',
  stale: 'Someone else has changed the row since it was read.',
  conflict: 'Not possible in the current state.',
  'no-consent': 'The client has not agreed to it.',
  'too-large': 'The request is too large.',
  'unsupported-media': 'The body has the wrong content type.',
  unprocessable: 'The request is valid but cannot be processed.',
  'sent-before': 'This `Idempotency-Key` was used for another request.',
  'too-many-requests': 'Too many requests; `Retry-After` says when to try again.',
  'headers-too-large': 'The URL or the headers are too long.',
  internal: 'Something went wrong on the server.',
  unavailable: 'Not available at the moment; `Retry-After`, if present, says when to try again.',
}

/**
 * Error responses of an endpoint by status, and under `default` those that any call may get. Responses that several
 * endpoints share are written once (`responses`).
 */
export function errorResponseWriter(write: (schema: z.ZodType) => JsonSchema) {
  const responses: Record<string, Response> = {}
  const refTo = (name: string, codes: readonly ErrorCode[]) => {
    responses[name] ??= describeResponse(codes)
    return { $ref: `#/components/responses/${name}` }
  }
  const describeResponse = (codes: readonly ErrorCode[]): Response => ({
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
    errorResponses: (endpoint: Endpoint) => {
      // A response to HEAD has no body; only the status tells the error.
      const written = (name: string, codes: readonly ErrorCode[]) =>
        endpoint.method === 'HEAD' ? { description: describe(codes) } : refTo(name, codes)
      const byStatus = Map.groupBy(listErrorCodes(endpoint), (code) => statusByCode[code])
      return {
        ...Object.fromEntries(
          [...byStatus].map(([status, codes]) => [
            status,
            written(codes.map(getName).join('Or'), codes),
          ]),
        ),
        default: written('Failure', commonErrors),
      }
    },
  }
}

const describe = (codes: readonly ErrorCode[]) =>
  codes.map((code) => `\`${code}\`: ${sentence[code]}`).join('\n\n')

const getName = (code: ErrorCode) =>
  code.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
