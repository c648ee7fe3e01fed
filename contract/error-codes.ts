import { z } from 'zod'
import { type Endpoint, getPolicy } from './endpoint.ts'
import { type ErrorCode, statusByCode } from './errors.ts'

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
