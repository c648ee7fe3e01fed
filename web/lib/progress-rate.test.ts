import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTimeLeft, type ProgressRate, secondsLeft, updateRate } from './progress-rate.ts'

/** The rate after readings of an amount and its time in milliseconds. */
const rateAfter = (readings: [amount: number, at: number][]) =>
  readings.reduce<ProgressRate | null>((rate, [amount, at]) => updateRate(rate, amount, at), null)

test('a steady upload is measured exactly', () => {
  const readings = Array.from({ length: 20 }, (_, second): [number, number] => [
    second * 1_000_000,
    second * 1000,
  ])
  expect(secondsLeft(rateAfter(readings), 29_000_000)).toBeCloseTo(10)
})

test('one slow second does not make the remaining time jump', () => {
  const seconds: [number, number][] = [0, 1, 2, 2].map((done, at) => [done * 1e6, at * 1000])
  expect(rateAfter(seconds)?.perSecond).toBeGreaterThan(700_000)
})

test('the time left is unknown before the second reading', () => {
  expect(secondsLeft(rateAfter([[0, 0]]), 100)).toBeNull()
})

test('the rate is never negative', () => {
  const reading = fc.record({ sent: fc.nat(1e9), ms: fc.integer({ min: 1, max: 60_000 }) })
  fc.assert(
    fc.property(fc.array(reading), (steps) => {
      let at = 0
      const rate = rateAfter(steps.map(({ sent, ms }) => [sent, (at += ms)]))
      expect(rate?.perSecond ?? 0).toBeGreaterThanOrEqual(0)
    }),
  )
})

test.each([
  [null, 'estimating time left'],
  [2, 'a few seconds left'],
  [31, 'about 35 seconds left'],
  [60, 'about 1 minute left'],
  [170, 'about 3 minutes left'],
  [7200, 'about 2 hours left'],
])('%d seconds are shown as "%s"', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text)
})

test('the time left of a transcription with uneven progress is about right after ten seconds', () => {
  // An hour of audio at ten times real time, in chunks of up to 18 seconds.
  let rate: ProgressRate | null = null
  let done = 0
  for (let chunk = 0; done < 3600; chunk++) {
    done = Math.min(3600, done + 2 + ((chunk * 7) % 17))
    rate = updateRate(rate, done / 3600, done * 100)
    const seconds = done / 10
    if (seconds < 10) continue
    const left = secondsLeft(rate, 1) ?? Infinity
    expect(Math.abs(left - (360 - seconds))).toBeLessThan(0.25 * (360 - seconds) + 5)
  }
})

test('a transcription that starts over keeps the known rate', () => {
  const readings: [number, number][] = [
    [0.1, 0],
    [0.2, 10_000],
    [0.01, 20_000],
  ]
  expect(secondsLeft(rateAfter(readings), 1)).toBeCloseTo(99)
})
