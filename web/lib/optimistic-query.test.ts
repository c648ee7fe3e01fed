import {
  type DataTag,
  QueryClientProvider,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { optimisticUpdate, useOptimisticQuery } from './optimistic-query.ts'
import { newQueryClient } from './query.ts'

type Values = Record<string, string>

const queries = newQueryClient()
const queryKey = ['values'] as unknown as DataTag<QueryKey, Values, Error>
const query = queryOptions<Values>({
  queryKey,
  queryFn: () => Promise.reject(new Error('offline')),
})

function Shown() {
  return JSON.stringify(useOptimisticQuery(query).data)
}
const shown = () =>
  JSON.parse(
    renderToStaticMarkup(
      createElement(QueryClientProvider, { client: queries }, createElement(Shown)),
    ).replaceAll('&quot;', '"'),
  ) as unknown

function write(more: Values, key = queryKey) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onMutate = () => optimisticUpdate(key, (data) => ({ ...data, ...more }))
  const mutation = queries
    .getMutationCache()
    .build(queries, { onMutate, mutationFn: () => promise })
  const done = mutation.execute(undefined).catch(() => {})
  const settle = async (end: () => void) => {
    end()
    await done
  }
  return { succeed: () => settle(resolve), fail: () => settle(() => reject(new Error('refused'))) }
}

test('pending writes are shown in order on top of whatever is refetched, each until it ends', async () => {
  queries.setQueryData(queryKey, { stress: 'confirmed', energy: 'open' })
  const undo = write({ stress: 'open' })
  const reject = write({ stress: 'rejected' })
  write({ energy: 'corrected' }, ['others'] as unknown as typeof queryKey)
  await Promise.resolve()
  expect(shown()).toEqual({ stress: 'rejected', energy: 'open' })
  queries.setQueryData(queryKey, { stress: 'confirmed', energy: 'confirmed' })
  expect(shown()).toEqual({ stress: 'rejected', energy: 'confirmed' })
  await reject.fail()
  expect(shown()).toEqual({ stress: 'open', energy: 'confirmed' })
  await undo.succeed()
  expect(shown()).toEqual({ stress: 'confirmed', energy: 'confirmed' })
})
