import { type InfiniteData, InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listClients } from '#contract/clients/clients.ts'
import { definitionKinds } from '#contract/definitions/definitions.ts'
import { getOrganization, updateOrganization } from '#contract/organizations/organizations.ts'
import { deleteSession } from '#contract/sessions/session-removal.ts'
import { getSession, updateSession } from '#contract/sessions/sessions.ts'
import { listUsers, updateUser } from '#contract/accounts/users.ts'
import type { Page } from './api.ts'
import { queriesUpdatedBy, refetchAffected } from './refetch-affected.ts'
import { newQueryClient, queryFor, infiniteQueryFor } from './query.ts'

const types = definitionKinds.sessionDefinition.list

const requests: string[] = []
const queries = newQueryClient()
const stops: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url)
    return Promise.resolve(
      new Response('[]', { headers: { link: '</x?cursor=more>; rel="next"' } }),
    )
  })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  queries.clear()
  requests.length = 0
  slow.answers.length = 0
  vi.unstubAllGlobals()
})

const params = { id: '00000000-0000-4000-8000-000000000001' }
const lists = {
  clients: infiniteQueryFor(listClients, { query: {} }),
  users: infiniteQueryFor(listUsers, { query: {} }),
}
/** Shows a list on a page, scrolled to so many pages. */
async function show(list: keyof typeof lists, pages = 1) {
  const options = lists[list]
  await (list === 'users'
    ? queries.prefetchInfiniteQuery({ ...lists.users, pages })
    : queries.prefetchInfiniteQuery({ ...lists.clients, pages }))
  const stop =
    list === 'users'
      ? new InfiniteQueryObserver(queries, lists.users).subscribe(() => {})
      : new InfiniteQueryObserver(queries, lists.clients).subscribe(() => {})
  stops.push(stop)
  requests.length = 0
  return options.queryKey
}
/** A query whose responses the test controls. */
const slow = {
  answers: [] as ((answer: unknown) => void)[],
  query: {
    ...queryFor(getOrganization, { params }),
    queryFn: () => new Promise<never>((resolve) => slow.answers.push(resolve as () => void)),
  },
}
const isOld = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated

test('after a mutation the visible queries that it affects are refetched, and no others', async () => {
  const unaffected = queryFor(types, {})
  await queries.prefetchQuery(unaffected)
  stops.push(new QueryObserver(queries, unaffected).subscribe(() => {}))
  await queries.prefetchInfiniteQuery(lists.users)
  await show('clients')
  await refetchAffected(queries, updateSession.changes)
  expect(requests).toEqual(['/api/admin/clients?limit=50'])
  expect([unaffected.queryKey, lists.users.queryKey].map(isOld)).toEqual([false, false])
})

test('a query that is not visible is refetched when it is shown again', async () => {
  await queries.prefetchInfiniteQuery(lists.clients)
  requests.length = 0
  await refetchAffected(queries, updateUser.changes)
  expect(requests).toEqual([])
  expect(isOld(lists.clients.queryKey)).toBe(true)
})

test('a list of eleven pages keeps its rows while it is visible, and is removed when it is not', async () => {
  const key = await show('users', 11)
  await refetchAffected(queries, updateUser.changes)
  expect(requests).toEqual([])
  expect(queries.getQueryData<InfiniteData<Page<unknown>>>(key)?.pages).toHaveLength(11)
  for (const stop of stops.splice(0)) stop()
  await refetchAffected(queries, updateUser.changes)
  expect(queries.getQueryState(key)).toBeUndefined()
})

test('a query that the response has updated is not refetched, a list with its row is', async () => {
  const query = queryFor(getOrganization, { params })
  await queries.prefetchQuery({ ...query, queryFn: () => ({ name: 'Nordlys' }) as never })
  const clients = await show('clients')
  const updatedQueries = queriesUpdatedBy(queries, () => {
    queries.setQueryData<unknown>(query.queryKey, { name: 'Nordlys Design' })
    queries.setQueryData(clients, (before) => before && { ...before })
  })
  await refetchAffected(queries, updateOrganization.changes, { updatedQueries })
  expect(isOld(query.queryKey)).toBe(false)
  expect(requests).toEqual(['/api/admin/clients?limit=50'])
})

test('a query that the response has updated is refetched if an older fetch was running', async () => {
  const { query, answers } = slow
  queries.setQueryData<unknown>(query.queryKey, { name: 'Before' })
  stops.push(new QueryObserver(queries, query).subscribe(() => {}))
  void refetchAffected(queries, updateOrganization.changes)
  const updatedQueries = queriesUpdatedBy(queries, () =>
    queries.setQueryData<unknown>(query.queryKey, 'answer'),
  )
  const refetched = refetchAffected(queries, updateOrganization.changes, { updatedQueries })
  answers[0]?.('before')
  await Promise.resolve()
  expect(queries.getQueryData<unknown>(query.queryKey)).toBe('answer')
  answers[1]?.('refetched')
  await refetched
  expect(queries.getQueryData<unknown>(query.queryKey)).toBe('refetched')
})

test.each([
  ['visible', () => new QueryObserver(queries, slow.query).subscribe(() => {})],
  ['hidden', () => void queries.prefetchQuery(slow.query)],
])('the first fetch of a %s query that began before the mutation is repeated', async (_, begin) => {
  const stop = begin()
  if (stop) stops.push(stop)
  const refetched = refetchAffected(queries, updateOrganization.changes)
  slow.answers[0]?.('before')
  await expect.poll(() => slow.answers.length === 2 || isOld(slow.query.queryKey)).toBe(true)
  slow.answers[1]?.('refetched')
  await refetched
  if (stop) expect(queries.getQueryData<unknown>(slow.query.queryKey)).toBe('refetched')
})

test('a deleted session is not refetched, with or without its transcripts', async () => {
  const sessions = (['omit', 'include'] as const).map((transcripts) =>
    queryFor(getSession, { params, query: { transcripts } }),
  )
  for (const query of sessions)
    await queries.prefetchQuery({ ...query, queryFn: () => ({}) as never, gcTime: 1000 })
  const keys = sessions.map(({ queryKey }) => queryKey)
  await refetchAffected(queries, deleteSession.changes, {
    deletedQuery: [getSession.path, { params }],
  })
  expect(keys.map(isOld)).toEqual([false, false])
  await refetchAffected(queries, deleteSession.changes)
  expect(keys.map(isOld)).toEqual([true, true])
})
