import type { DataTag, QueryKey } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { guess } from './guess.ts'
import { newQueryClient } from './query.ts'

type Values = Record<string, string>

const queries = newQueryClient()
const queryKey = ['values'] as unknown as DataTag<QueryKey, Values, Error>
afterEach(() => queries.clear())

const told = (values: Values) => queries.setQueryData(queryKey, values)
const shown = () => queries.getQueryData(queryKey)
const guessed = (more: Values) => guess(queries, queryKey, (data) => ({ ...data, ...more }))
/** A read that began now, and what it answers later. */
function underWay() {
  const { promise, resolve } = Promise.withResolvers<Values>()
  const read = queries.fetchQuery<Values>({ queryKey, queryFn: () => promise, staleTime: 0 })
  return async (values: Values) => {
    resolve(values)
    await read
  }
}

test('a guess is shown at once, and on top of what a read answers that began before', async () => {
  told({ stress: 'confirmed', energy: 'open' })
  const answer = underWay()
  guessed({ stress: 'open' })
  expect(shown()).toEqual({ stress: 'open', energy: 'open' })
  await answer({ stress: 'confirmed', energy: 'corrected' })
  expect(shown()).toEqual({ stress: 'open', energy: 'corrected' })
})

test('what the server told last stands there when it is let go: its answer, or what was there before', () => {
  told({ stress: 'confirmed' })
  const refused = guessed({ stress: 'open' })
  refused(false)
  expect(shown()).toEqual({ stress: 'confirmed' })
  const saved = guessed({ stress: 'open' })
  told({ stress: 'open by Emma' })
  expect(shown()).toEqual({ stress: 'open' })
  saved(true)
  expect(shown()).toEqual({ stress: 'open by Emma' })
  told({ stress: 'confirmed' })
  expect(shown()).toEqual({ stress: 'confirmed' })
})

test('of several each is let go by itself, in any order and more than once', () => {
  told({ stress: 'confirmed', energy: 'open' })
  const undo = guessed({ stress: 'open' })
  const reject = guessed({ stress: 'rejected' })
  const correct = guessed({ energy: 'corrected' })
  undo(true)
  undo(true)
  expect(shown()).toEqual({ stress: 'rejected', energy: 'corrected' })
  told({ stress: 'open', energy: 'open' })
  correct(true)
  expect(shown()).toEqual({ stress: 'rejected', energy: 'open' })
  reject(true)
  told({ stress: 'confirmed', energy: 'open' })
  reject(false)
  expect(shown()).toEqual({ stress: 'confirmed', energy: 'open' })
})

test('a read that is called off does not take it back', async () => {
  told({ stress: 'confirmed' })
  underWay()({}).catch(() => {})
  const letGo = guessed({ stress: 'open' })
  await queries.cancelQueries({ queryKey })
  expect(shown()).toEqual({ stress: 'open' })
  letGo(false)
  expect(shown()).toEqual({ stress: 'confirmed' })
})

test('of what nobody has read there is none', () => {
  guessed({ stress: 'open' })(true)
  expect(shown()).toBeUndefined()
})

test('of what the server has done, but nobody could read since, the guess stays, and the failure beside it', async () => {
  told({ stress: 'confirmed' })
  const done = guessed({ stress: 'open' })
  const refused = guessed({ energy: 'corrected' })
  const fault = new Error('not there')
  await queries.invalidateQueries({ queryKey })
  await queries
    .fetchQuery({ queryKey, queryFn: () => Promise.reject(fault), staleTime: 0 })
    .catch(() => {})
  refused(false)
  done(true)
  expect(shown()).toEqual({ stress: 'open' })
  expect(queries.getQueryState(queryKey)).toMatchObject({ error: fault, isInvalidated: true })
  told({ stress: 'open by Emma' })
  expect(shown()).toEqual({ stress: 'open by Emma' })
})
