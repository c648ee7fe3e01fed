import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAtPauses } from './split-at-pauses.ts'
import { createLoudnessMeter, stepSeconds } from './loudness.ts'

/** A loud track of so many seconds with the given quiet ranges. */
function track(seconds: number, quiet: { start: number; end: number; power?: number }[]) {
  return Array.from({ length: Math.round(seconds / stepSeconds) }, (_, index) => {
    const at = index * stepSeconds
    return (
      quiet.find(({ start, end }) => at >= start && at < end)?.power ??
      (quiet.some(({ start, end }) => at >= start && at < end) ? 0 : 1000)
    )
  })
}

test('does not split a short recording', () => {
  expect(splitAtPauses(track(60, []), 60, 60)).toEqual([{ start: 0, end: 60 }])
  expect(splitAtPauses([], 0, 60)).toEqual([{ start: 0, end: 0 }])
})

test('splits a long recording at the quietest pause near the limit, and never later', () => {
  const pauses = [
    { start: 300, end: 301 },
    { start: 540, end: 541, power: 5 },
    { start: 560, end: 561 },
    { start: 590, end: 591, power: 50 },
  ]
  const stretches = splitAtPauses(track(900, pauses), 900, 600)
  expect(stretches).toHaveLength(2)
  expect(stretches[0]?.end).toBeGreaterThan(560)
  expect(stretches[0]?.end).toBeLessThan(561)
})

test('does not split at the short closure within a word', () => {
  const inWord = [
    { start: 570, end: 570.1 },
    { start: 545, end: 546, power: 100 },
  ]
  const [first] = splitAtPauses(track(700, inWord), 700, 600)
  expect(first?.end).toBeGreaterThan(545)
  expect(first?.end).toBeLessThan(546)
})

test('the ranges cover the recording and none is too long', () => {
  const powers = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3000 })
  fc.assert(
    fc.property(powers, fc.integer({ min: 2, max: 30 }), (heard, atMost) => {
      const duration = heard.length * stepSeconds
      const stretches = splitAtPauses(heard, duration, atMost)
      expect(stretches[0]?.start).toBe(0)
      expect(stretches.at(-1)?.end).toBe(duration)
      for (const [index, { start, end }] of stretches.entries()) {
        expect(end - start).toBeLessThanOrEqual(atMost + 1e-9)
        expect(end).toBeGreaterThan(start)
        if (index) expect(start).toBe(stretches[index - 1]?.end)
      }
    }),
  )
})

test('loudness does not depend on how the samples are chunked', () => {
  const samples = Int16Array.from({ length: 4000 }, (_, index) => (index * 37) % 900)
  const [whole, parts] = [createLoudnessMeter(16_000), createLoudnessMeter(16_000)]
  whole.push(samples)
  for (let at = 0; at < samples.length; at += 333) parts.push(samples.subarray(at, at + 333))
  expect(parts.heard()).toEqual(whole.heard())
  expect(whole.heard()).toMatchObject({ duration: 0.25, peak: 899 })
  expect(whole.heard().track).toHaveLength(12)
})
