import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leftInWords, nextRate, secondsLeft, type TransferRate } from './transfer-rate.ts'

const after = (readings: [sent: number, at: number][]) =>
  readings.reduce<TransferRate | null>((rate, [sent, at]) => nextRate(rate, sent, at), null)

test('a steady upload is measured exactly', () => {
  const readings = Array.from({ length: 20 }, (_, second): [number, number] => [
    second * 1_000_000,
    second * 1000,
  ])
  const rate = after(readings)
  expect(rate?.bytesPerSecond).toBeCloseTo(1_000_000)
  expect(secondsLeft(rate, 29_000_000)).toBeCloseTo(10)
})

test('one slow second does not make the remaining time jump', () => {
  const rate = after([
    [0, 0],
    [1_000_000, 1000],
    [2_000_000, 2000],
    [2_000_000, 3000],
  ])
  expect(rate?.bytesPerSecond).toBeGreaterThan(700_000)
})

test('the time left is not known before the second reading', () => {
  expect(secondsLeft(after([[0, 0]]), 100)).toBeNull()
  expect(leftInWords(null)).toBe('estimating time left')
})

test('the rate is never negative, whatever the server had kept', () => {
  const reading = fc.record({ sent: fc.nat(1e9), ms: fc.integer({ min: 1, max: 60_000 }) })
  fc.assert(
    fc.property(fc.array(reading), (steps) => {
      let at = 0
      const rate = after(steps.map(({ sent, ms }) => [sent, (at += ms)]))
      expect(rate?.bytesPerSecond ?? 0).toBeGreaterThanOrEqual(0)
    }),
  )
})

test.each([
  [2, 'a few seconds left'],
  [31, 'about 35 seconds left'],
  [60, 'about 1 minute left'],
  [170, 'about 3 minutes left'],
  [7200, 'about 2 hours left'],
])('%d seconds read as "%s"', (seconds, words) => {
  expect(leftInWords(seconds)).toBe(words)
})
