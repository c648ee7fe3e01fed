import { z } from 'zod'
import { type Endpoint, policyOf } from './endpoint.ts'
import { type ErrorCode, statusOf } from './errors.ts'

/** What any call may meet, whatever it asks for: no endpoint names these. */
export const anywhere: readonly ErrorCode[] = [
  ...(['too-slow', 'unsupported-media', 'headers-too-large', 'internal', 'unavailable'] as const),
]

/** How a call of an endpoint may be refused: what follows from who may call and what is sent, and what it names itself. */
export function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const { method, access, params, query, body, limit, once, refuses = [] } = endpoint
  const mayBringBody = method !== 'GET' && method !== 'HEAD'
  const hasVersion = body instanceof z.ZodObject && 'version' in body.shape
  const follow: Partial<Record<ErrorCode, boolean>> = {
    invalid: mayBringBody || params !== undefined || query !== undefined,
    'not-signed-in': access !== 'public',
    'not-allowed': typeof access !== 'string' || policyOf(endpoint).origin === 'own',
    // What a request made that is sent again may be gone by then.
    'not-found': params !== undefined || once,
    stale: hasVersion,
    'too-large': mayBringBody,
    'sent-before': once,
    'too-many-requests': limit !== undefined,
  }
  return (Object.keys(statusOf) as ErrorCode[]).filter(
    (code) => follow[code] || refuses.includes(code),
  )
}
