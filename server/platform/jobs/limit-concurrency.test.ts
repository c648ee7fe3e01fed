import { setImmediate as breathe } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Unavailable } from './errors.ts'
import { limitConcurrency } from './limit-concurrency.ts'

const inTurn = limitConcurrency({ maxConcurrent: 2, maxQueued: 100, busyMessage: 'Busy.' })

/** Work that ends when the test says so. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let hasBegun = false
  return {
    work: () => {
      hasBegun = true
      return promise
    },
    hasBegun: () => hasBegun,
    end: () => resolve(),
    fail: () => reject(new Error('failed')),
  }
}

test('two work at once, the others in the order in which they came, also after a failure', async () => {
  const all = Array.from({ length: 5 }, held)
  const ends = all.map((it) => inTurn(it.work).catch(() => undefined))
  const begun = async () => {
    await breathe()
    return all.map((it) => it.hasBegun())
  }
  expect(await begun()).toEqual([true, true, false, false, false])
  all[1]?.fail()
  expect(await begun()).toEqual([true, true, true, false, false])
  all[0]?.end()
  all[2]?.end()
  expect(await begun()).toEqual([true, true, true, true, true])
  for (const it of all) it.end()
  await Promise.all(ends)
})

test('who has gone meanwhile takes nobody’s turn', async () => {
  const [one, two, gone, next] = [held(), held(), held(), held()]
  const leaving = new AbortController()
  const ends = [one, two].map((it) => inTurn(it.work))
  const left = inTurn(gone.work, leaving.signal)
  const last = inTurn(next.work)
  leaving.abort()
  one.end()
  await expect(left).rejects.toThrow(/abort/i)
  await breathe()
  expect([gone.hasBegun(), next.hasBegun()]).toEqual([false, true])
  two.end()
  next.end()
  await Promise.all([...ends, last])
})

test('where a hundred wait already, one more is told to come again', async () => {
  const all = Array.from({ length: 102 }, held)
  const ends = all.map((it) => inTurn(it.work))
  await expect(inTurn(held().work)).rejects.toThrow(Unavailable)
  for (const it of all) it.end()
  await Promise.all(ends)
})
