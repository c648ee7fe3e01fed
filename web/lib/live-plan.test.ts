import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { createPlanRefetcher } from './live-plan.tsx'
import { newQueryClient } from './query.ts'
import { planQuery, sessionQuery } from './session-queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const clientId = '00000000-0000-4000-8000-000000000001'

/** A page that shows a plan and a session. */
async function openPlan() {
  const server = {
    state: '1',
    plan: undefined as Error | undefined,
    session: undefined as Error | undefined,
  }
  const requests: string[] = []
  const queries = newQueryClient()
  const answer =
    (what: string, failure: () => Error | undefined, data: () => object) => async () => {
      requests.push(what)
      await vi.advanceTimersByTimeAsync(0)
      const error = failure()
      if (error) throw error
      return data() as never
    }
  const plan = {
    ...planQuery(clientId),
    queryFn: answer(
      'plan',
      () => server.plan,
      () => ({ state: server.state }),
    ),
  }
  const session = {
    ...sessionQuery(clientId),
    queryFn: answer(
      'session',
      () => server.session,
      () => ({ id: clientId }),
    ),
  }
  const closePlan = new QueryObserver(queries, plan).subscribe(() => {})
  new QueryObserver(queries, session).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(10)
  requests.length = 0
  return {
    server,
    requests,
    refetchPlan: () => queries.refetchQueries({ queryKey: plan.queryKey }),
    closePlan,
    onState: createPlanRefetcher(queries, clientId),
    shown: () => queries.getQueryData(planQuery(clientId).queryKey)?.state,
  }
}
const soon = () => vi.advanceTimersByTimeAsync(10)
const offline = new TypeError('away')

test('a state that is shown already is not requested again, and a new one is requested once', async () => {
  const { server, requests, onState, shown } = await openPlan()
  onState('1')
  await soon()
  expect(requests).toEqual([])
  server.state = '2'
  onState('2')
  onState('2')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(requests.toSorted()).toEqual(['plan', 'session'])
  expect(shown()).toBe('2')
})

test('a session is refetched even if the plan already has the new state', async () => {
  const { server, requests, refetchPlan, onState } = await openPlan()
  server.state = '2'
  await refetchPlan()
  requests.length = 0
  onState('2')
  await soon()
  expect(requests).toContain('session')
})

test('without a plan on the page the session is refetched once', async () => {
  const { requests, onState, closePlan } = await openPlan()
  closePlan()
  onState('2')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests).toEqual(['session'])
})

test('a change during a fetch is fetched after it', async () => {
  const { server, onState, shown } = await openPlan()
  onState('2')
  server.state = '3'
  onState('3')
  await soon()
  expect(shown()).toBe('3')
})

test.each(['plan', 'session'] as const)('a failed fetch of the %s is retried', async (what) => {
  const { server, requests, onState } = await openPlan()
  server[what] = offline
  server.state = '2'
  onState('2')
  await soon()
  server[what] = undefined
  await vi.advanceTimersByTimeAsync(120_000)
  expect(requests.filter((it) => it === what)).toHaveLength(2)
})

test('retries end after a while, and start again with the next state', async () => {
  const { server, requests, onState, shown } = await openPlan()
  server.plan = offline
  onState('2')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests.filter((it) => it === 'plan')).toHaveLength(6)
  server.plan = undefined
  server.state = '3'
  onState('3')
  await soon()
  expect(shown()).toBe('3')
})

test('a session that is not found is not retried', async () => {
  const { server, requests, onState } = await openPlan()
  server.session = new ApiError(404, 'Not Found', '')
  server.state = '2'
  onState('2')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(requests.filter((it) => it === 'session')).toHaveLength(1)
})
