import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Unavailable } from './errors.ts'
import { limitConcurrency } from './limit-concurrency.ts'

const inTurn = limitConcurrency({ maxConcurrent: 2, maxQueued: 100, busyMessage: 'Busy.' })

/** Work that runs until the test ends it. */
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

test('runs two tasks at a time and the others in order, also after a failure', async () => {
  const all = Array.from({ length: 5 }, held)
  const ends = all.map((it) => inTurn(it.work).catch(() => undefined))
  const begun = async () => {
    await nextTick()
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

test('an aborted task does not take a slot', async () => {
  const [one, two, aborted, next] = [held(), held(), held(), held()]
  const controller = new AbortController()
  const ends = [one, two].map((it) => inTurn(it.work))
  const abortedResult = inTurn(aborted.work, controller.signal)
  const last = inTurn(next.work)
  controller.abort()
  one.end()
  await expect(abortedResult).rejects.toThrow(/abort/i)
  await nextTick()
  expect([aborted.hasBegun(), next.hasBegun()]).toEqual([false, true])
  two.end()
  next.end()
  await Promise.all([...ends, last])
})

test('throws Unavailable when a hundred tasks are waiting', async () => {
  const all = Array.from({ length: 102 }, held)
  const ends = all.map((it) => inTurn(it.work))
  await expect(inTurn(held().work)).rejects.toThrow(Unavailable)
  for (const it of all) it.end()
  await Promise.all(ends)
})
