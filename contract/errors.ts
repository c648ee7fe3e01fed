import { z } from 'zod'

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
