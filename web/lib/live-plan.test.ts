import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { createPlanRefetcher } from './live-plan.tsx'
import { newQueryClient } from './query.ts'
import { planQuery, sessionQuery } from './session-queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const clientId = '00000000-0000-4000-8000-000000000001'

/** A plan and a session that are looked at; the server's answers are the test's own. */
async function looking() {
  const server = {
    state: '1',
    plan: undefined as Error | undefined,
    session: undefined as Error | undefined,
  }
  const read: string[] = []
  const queries = newQueryClient()
  const answer = (what: string, fault: () => Error | undefined, data: () => object) => async () => {
    read.push(what)
    await vi.advanceTimersByTimeAsync(0)
    const error = fault()
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
  const leavePlan = new QueryObserver(queries, plan).subscribe(() => {})
  new QueryObserver(queries, session).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(10)
  read.length = 0
  return {
    server,
    read,
    readPlan: () => queries.refetchQueries({ queryKey: plan.queryKey }),
    leavePlan,
    catchUp: createPlanRefetcher(queries, clientId),
    shown: () => queries.getQueryData(planQuery(clientId).queryKey)?.state,
  }
}
const soon = () => vi.advanceTimersByTimeAsync(10)
const away = new TypeError('away')

test('what is shown already is not read again, and what changed is, once', async () => {
  const { server, read, catchUp, shown } = await looking()
  catchUp('1')
  await soon()
  expect(read).toEqual([])
  server.state = '2'
  catchUp('2')
  catchUp('2')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(read.toSorted()).toEqual(['plan', 'session'])
  expect(shown()).toBe('2')
})

test('a session is read with the change that the plan, read alone, has already', async () => {
  const { server, read, readPlan, catchUp, shown } = await looking()
  server.state = '2'
  await readPlan()
  expect(shown()).toBe('2')
  read.length = 0
  catchUp('2')
  await soon()
  expect(read).toContain('session')
})

test('where no plan is in view, what is shown is read once', async () => {
  const { read, catchUp, leavePlan } = await looking()
  leavePlan()
  catchUp('2')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(read).toEqual(['session'])
})

test('what changes while it is read is read after it', async () => {
  const { server, catchUp, shown } = await looking()
  catchUp('2')
  server.state = '3'
  catchUp('3')
  await soon()
  expect(shown()).toBe('3')
})

test('a read that failed is tried again, without another word', async () => {
  const { server, catchUp, shown } = await looking()
  server.plan = away
  server.state = '2'
  catchUp('2')
  await soon()
  expect(shown()).toBe('1')
  server.plan = undefined
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown()).toBe('2')
})

test('so is a session beside the plan, whose own read did not fail', async () => {
  const { server, read, catchUp, shown } = await looking()
  server.session = new ApiError(503, '', '')
  server.state = '2'
  catchUp('2')
  await soon()
  expect(shown()).toBe('2')
  server.session = undefined
  await vi.advanceTimersByTimeAsync(1000)
  expect(read.filter((it) => it === 'session')).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(read.filter((it) => it === 'session')).toHaveLength(2)
})

test('it is given up after a while, until the next word', async () => {
  const { server, read, catchUp, shown } = await looking()
  server.plan = away
  catchUp('2')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(read.filter((it) => it === 'plan')).toHaveLength(6)
  server.plan = undefined
  server.state = '2'
  catchUp('2')
  await soon()
  expect(shown()).toBe('2')
})

test('another change while it waits is read at once', async () => {
  const { server, catchUp, shown } = await looking()
  server.plan = away
  catchUp('2')
  await vi.advanceTimersByTimeAsync(8000)
  server.plan = undefined
  server.state = '3'
  catchUp('3')
  await soon()
  expect(shown()).toBe('3')
})

test('what is not there any more is not asked for again and again', async () => {
  const { server, read, catchUp } = await looking()
  server.session = new ApiError(404, 'Not Found', '')
  server.state = '2'
  catchUp('2')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(read.filter((it) => it === 'session')).toHaveLength(1)
})
