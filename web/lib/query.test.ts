import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getUser } from '#contract/accounts/auth.ts'
import { listClients } from '#contract/clients/clients.ts'
import type { JsonRead } from '#contract/endpoint.ts'
import { getSession, getSessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { newQueryClient, queryFor } from './query.ts'

beforeAll(() => {
  vi.useFakeTimers()
})
afterAll(() => {
  vi.useRealTimers()
})

/** The number of requests for a read while its page is shown, loses focus, or is closed and opened again. */
async function reads(endpoint: JsonRead, { lookAway = false, leaveForMs = -1, fails = false }) {
  const queries = newQueryClient()
  queries.mount()
  let times = 0
  const queryFn = async () => {
    times++
    if (fails) throw new Error('away')
    return times
  }
  const show = () =>
    new QueryObserver(queries, { ...queryFor(endpoint, {}), queryFn } as never).subscribe(() => {})
  let leave = show()
  await vi.advanceTimersByTimeAsync(60_000)
  if (lookAway) {
    focusManager.setFocused(false)
    onlineManager.setOnline(false)
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    focusManager.setFocused(true)
    onlineManager.setOnline(true)
  }
  if (leaveForMs >= 0) {
    leave()
    await vi.advanceTimersByTimeAsync(leaveForMs)
    leave = show()
  }
  await vi.advanceTimersByTimeAsync(10)
  leave()
  queries.unmount()
  queries.clear()
  return times
}

// See docs/product.md, "Data freshness".
test.each([
  ['a list is not read again on focus', listClients, { lookAway: true }, 1],
  ['a list is not read again when its page is reopened', listClients, { leaveForMs: 60_000 }, 1],
  ['a failed read is not retried', listClients, { fails: true }, 1],
  ['the client data bundle is read again on focus', getSessionsAndMetrics, { lookAway: true }, 2],
  ['reopening a page reads the client data bundle', getSessionsAndMetrics, { leaveForMs: 10 }, 2],
  ['the current user is cached for five minutes', getUser, { leaveForMs: 3 * 60_000 }, 1],
  ['the current user is read again after five minutes', getUser, { leaveForMs: 4 * 60_000 + 1 }, 2],
  ['a session is read again when its page is reopened', getSession, { leaveForMs: 10 }, 2],
] as const)('%s', async (_, endpoint, work, times) => {
  expect(await reads(endpoint, work)).toBe(times)
})
