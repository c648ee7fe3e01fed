import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatTimeLeft,
  updateRate,
  transcriptionSmoothing,
  transferSmoothing,
  type ProgressRate,
  secondsLeft,
} from './progress-rate.ts'

const after = (readings: [sent: number, at: number][]) =>
  readings.reduce<ProgressRate | null>(
    (pace, [sent, at]) => updateRate(pace, sent, at, transferSmoothing),
    null,
  )

test('a steady upload is measured exactly', () => {
  const readings = Array.from({ length: 20 }, (_, second): [number, number] => [
    second * 1_000_000,
    second * 1000,
  ])
  const rate = after(readings)
  expect(rate?.perSecond).toBeCloseTo(1_000_000)
  expect(secondsLeft(rate, 29_000_000)).toBeCloseTo(10)
})

test('one slow second does not make the remaining time jump', () => {
  const rate = after([
    [0, 0],
    [1_000_000, 1000],
    [2_000_000, 2000],
    [2_000_000, 3000],
  ])
  expect(rate?.perSecond).toBeGreaterThan(700_000)
})

test('the time left is not known before the second reading', () => {
  expect(secondsLeft(after([[0, 0]]), 100)).toBeNull()
  expect(formatTimeLeft(null)).toBe('estimating time left')
})

test('the rate is never negative, whatever the server had kept', () => {
  const reading = fc.record({ sent: fc.nat(1e9), ms: fc.integer({ min: 1, max: 60_000 }) })
  fc.assert(
    fc.property(fc.array(reading), (steps) => {
      let at = 0
      const rate = after(steps.map(({ sent, ms }) => [sent, (at += ms)]))
      expect(rate?.perSecond ?? 0).toBeGreaterThanOrEqual(0)
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
  expect(formatTimeLeft(seconds)).toBe(words)
})

test('a transcription that goes on in steps tells about the right time after ten seconds', () => {
  // Ten times as fast as the sound, an hour of it, each stretch of up to 18 s told when it is done.
  let pace: ProgressRate | null = null
  let heard = 0
  for (let stretch = 0; heard < 3600; stretch++) {
    heard = Math.min(3600, heard + 2 + ((stretch * 7) % 17))
    pace = updateRate(pace, heard / 3600, heard * 100, transcriptionSmoothing)
    const seconds = heard / 10
    if (seconds < 10) continue
    const left = secondsLeft(pace, 1) ?? Infinity
    expect(Math.abs(left - (360 - seconds))).toBeLessThan(0.25 * (360 - seconds) + 5)
  }
})

test('a transcription that begins anew keeps the speed that is known', () => {
  const steps: [number, number][] = [
    [0.1, 0],
    [0.2, 10_000],
    [0.01, 20_000],
  ]
  const pace = steps.reduce<ProgressRate | null>(
    (before, [progress, at]) => updateRate(before, progress, at, transcriptionSmoothing),
    null,
  )
  expect(secondsLeft(pace, 1)).toBeCloseTo(99)
})
