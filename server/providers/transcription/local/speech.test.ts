import { expect, it } from 'vitest'
import { joiner } from './speech.ts'

it('joins pieces of speech that follow closely', () => {
  const speech = joiner()
  expect(speech.add({ start: 1, end: 2 })).toEqual([])
  expect(speech.add({ start: 2.1, end: 3 })).toEqual([])
  expect(speech.add({ start: 3.5, end: 4 })).toEqual([{ start: 1, end: 3 }])
  expect(speech.end()).toEqual([{ start: 3.5, end: 4 }])
  expect(speech.end()).toEqual([])
})

it('joins no longer than the recogniser likes', () => {
  const speech = joiner()
  const done = Array.from({ length: 10 }, (_, i) => speech.add({ start: i * 5, end: i * 5 + 4.9 }))
  for (const { start, end } of [...done.flat(), ...speech.end()])
    expect(end - start).toBeLessThan(18)
})

it('does not wait for more when a silence has begun', () => {
  const speech = joiner()
  speech.add({ start: 1, end: 2 })
  expect(speech.endBefore(2.9)).toEqual([])
  expect(speech.endBefore(3.1)).toEqual([{ start: 1, end: 2 }])
  expect(speech.endBefore(9)).toEqual([])
})
