import type { DetailedError } from 'tus-js-client'
import { expect, test } from 'vitest'
import { isTemporary } from './transfer-errors.ts'

const refusal = (method: string, status: number, code?: string) => {
  const body = code ? JSON.stringify({ error: 'No.', code, requestId: 'r' }) : ''
  const originalRequest = { getMethod: () => method }
  const originalResponse = { getStatus: () => status, getBody: () => body }
  return { originalRequest, originalResponse } as unknown as DetailedError
}

test.each([
  ['another offset', 'PATCH', 409, 'conflict', true],
  ['a withdrawn consent', 'PATCH', 409, 'no-consent', false],
  ['a refused new upload', 'POST', 409, 'conflict', false],
  ['a server that restarts', 'PATCH', 503, 'unavailable', true],
  ['a proxy without its server', 'PATCH', 502, undefined, true],
  ['an ended login', 'PATCH', 401, 'not-signed-in', false],
] as const)(
  'after %s (%s, %i) a transfer is tried again or not',
  (_what, method, status, code, isTried) => {
    expect(isTemporary(refusal(method, status, code))).toBe(isTried)
  },
)
