import { z } from 'zod'
import { type Endpoint, getPolicy } from './endpoint.ts'

/** Every error code, with its HTTP status. */
export const statusByCode = {
  invalid: 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  /** The installation requires a second factor of administrators, and this one has none yet. */
  'second-factor-missing': 403,
  /** The user has to confirm with the second factor first. */
  'confirmation-needed': 403,
  'not-found': 404,
  'too-slow': 408,
  /** The row has changed since it was read. */
  stale: 409,
  conflict: 409,
  /** The client has not agreed to it. */
  'no-consent': 409,
  'too-large': 413,
  'unsupported-media': 415,
  unprocessable: 422,
  /** The `Idempotency-Key` was already used for a different request. */
  'sent-before': 422,
  'too-many-requests': 429,
  'headers-too-large': 431,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusByCode

/** The error body (docs/product.md, "Errors"). `error` is a sentence for people. */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof errorBody>

/** Errors that any call may get; endpoints don't list them. */
export const commonErrors: readonly ErrorCode[] = [
  ...(['too-slow', 'unsupported-media', 'headers-too-large', 'internal', 'unavailable'] as const),
]

/** The errors of an endpoint: those that follow from access and input, and those it lists. */
export function listErrorCodes(endpoint: Endpoint): ErrorCode[] {
  const { method, access, params, query, body, limit, isIdempotent, errorCodes = [] } = endpoint
  const isForUsers = access !== 'public' && access !== 'signed-webhook'
  const mayHaveBody = method !== 'GET' && method !== 'HEAD'
  const hasVersion = body instanceof z.ZodObject && 'version' in body.shape
  const derived: Partial<Record<ErrorCode, boolean>> = {
    invalid: mayHaveBody || params !== undefined || query !== undefined,
    'not-signed-in': access !== 'public',
    'not-allowed':
      typeof access !== 'string' || getPolicy(endpoint).origin === 'own' || endpoint.isOwnAct,
    'second-factor-missing': isForUsers && !endpoint.isOpenWithoutSecondFactor,
    // What the first request created may be deleted before it is repeated.
    'not-found': params !== undefined || isIdempotent,
    stale: hasVersion,
    'confirmation-needed': endpoint.needsConfirmation !== undefined,
    // While impersonating.
    conflict: endpoint.needsConfirmation !== undefined,
    'too-large': mayHaveBody,
    'sent-before': isIdempotent,
    'too-many-requests': limit !== undefined,
  }
  return (Object.keys(statusByCode) as ErrorCode[]).filter(
    (code) => derived[code] || errorCodes.includes(code),
  )
}
