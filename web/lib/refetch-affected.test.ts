import { type InfiniteData, InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listClients } from '#contract/clients.ts'
import { definitionKinds } from '#contract/definitions.ts'
import { getOrganization, updateOrganization } from '#contract/organizations.ts'
import { deleteSession, getSession, updateSession } from '#contract/sessions.ts'
import { listUsers, updateUser } from '#contract/users.ts'
import type { Page } from './api.ts'
import { queriesUpdatedBy, refetchAffected } from './refetch-affected.ts'
import { newQueryClient, queryFor, infiniteQueryFor } from './query.ts'

const types = definitionKinds.sessionDefinition.list

const asked: string[] = []
const queries = newQueryClient()
const stops: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(
      new Response('[]', { headers: { link: '</x?cursor=more>; rel="next"' } }),
    )
  })
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  queries.clear()
  asked.length = 0
  slow.answers.length = 0
  vi.unstubAllGlobals()
})

const params = { id: '00000000-0000-4000-8000-000000000001' }
const lists = {
  clients: infiniteQueryFor(listClients, { query: {} }),
  users: infiniteQueryFor(listUsers, { query: {} }),
}
/** Shown on a page, as far as one has scrolled. */
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
  asked.length = 0
  return options.queryKey
}
/** A read whose answers come when the test says so. */
const slow = {
  answers: [] as ((answer: unknown) => void)[],
  query: {
    ...queryFor(getOrganization, { params }),
    queryFn: () => new Promise<never>((resolve) => slow.answers.push(resolve as () => void)),
  },
}
const isOld = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated

test('after a write what shows what it changed is read anew where it is in view, and nothing else is', async () => {
  await queries.prefetchQuery(queryFor(types, {}))
  stops.push(new QueryObserver(queries, queryFor(types, {})).subscribe(() => {}))
  await queries.prefetchInfiniteQuery(lists.users)
  await show('clients')
  await refetchAffected(queries, updateSession.changes)
  expect(asked).toEqual(['/api/admin/clients?limit=50'])
  expect(isOld(queryFor(types, {}).queryKey)).toBe(false)
  expect(isOld(lists.users.queryKey)).toBe(false)
})

test('what is not in view is read anew when it is looked at next', async () => {
  await queries.prefetchInfiniteQuery(lists.clients)
  asked.length = 0
  await refetchAffected(queries, updateUser.changes)
  expect(asked).toEqual([])
  expect(isOld(lists.clients.queryKey)).toBe(true)
})

test('a list of eleven pages keeps its rows while it is in view, and is forgotten when it is not', async () => {
  const key = await show('users', 11)
  await refetchAffected(queries, updateUser.changes)
  expect(asked).toEqual([])
  const kept = queries.getQueryData<InfiniteData<Page<unknown>>>(key)
  expect(kept?.pages).toHaveLength(11)
  for (const stop of stops.splice(0)) stop()
  await refetchAffected(queries, updateUser.changes)
  expect(queries.getQueryState(key)).toBeUndefined()
})

test('what holds the answer of the write is not read again, a list that holds its row is', async () => {
  const query = queryFor(getOrganization, { params })
  await queries.prefetchQuery({ ...query, queryFn: () => ({ name: 'Nordlys' }) as never })
  const clients = await show('clients')
  const answered = queriesUpdatedBy(queries, () => {
    queries.setQueryData<unknown>(query.queryKey, { name: 'Nordlys Design' })
    queries.setQueryData(clients, (before) => before && { ...before })
  })
  await refetchAffected(queries, updateOrganization.changes, { updatedQueries: answered })
  expect(isOld(query.queryKey)).toBe(false)
  expect(asked).toEqual(['/api/admin/clients?limit=50'])
})

test('what holds the answer is read again where a read of before is under way, which is not believed', async () => {
  const { query, answers } = slow
  queries.setQueryData<unknown>(query.queryKey, { name: 'Before' })
  stops.push(new QueryObserver(queries, query).subscribe(() => {}))
  void refetchAffected(queries, updateOrganization.changes)
  const answered = queriesUpdatedBy(queries, () =>
    queries.setQueryData<unknown>(query.queryKey, 'answer'),
  )
  const isFresh = refetchAffected(queries, updateOrganization.changes, { updatedQueries: answered })
  answers[0]?.('before')
  await Promise.resolve()
  expect(queries.getQueryData<unknown>(query.queryKey)).toBe('answer')
  answers[1]?.('anew')
  await isFresh
  expect(queries.getQueryData<unknown>(query.queryKey)).toBe('anew')
})

test.each([
  ['in view', () => new QueryObserver(queries, slow.query).subscribe(() => {})],
  ['not in view', () => void queries.prefetchQuery(slow.query)],
])(
  'what is read for the first time meanwhile is not believed either: %s',
  async (_where, begin) => {
    const stop = begin()
    if (stop) stops.push(stop)
    const isFresh = refetchAffected(queries, updateOrganization.changes)
    slow.answers[0]?.('before')
    await expect.poll(() => slow.answers.length === 2 || isOld(slow.query.queryKey)).toBe(true)
    slow.answers[1]?.('anew')
    await isFresh
    if (stop) expect(queries.getQueryData<unknown>(slow.query.queryKey)).toBe('anew')
  },
)

test('what is gone is not asked for, with or without what was said in it', async () => {
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
