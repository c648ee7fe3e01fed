import { expect, test } from 'vitest'
import { formatTime, formatCueTime, formatLongTime, formatRawTime } from './recording-time.ts'

test.each([
  [0, '0:00', '0:00:00', '00:00:00', '00:00:00.000'],
  [65.25, '1:05', '0:01:05', '00:01:05', '00:01:05.250'],
  [59.9996, '0:59', '0:00:59', '00:00:59', '00:01:00.000'],
  [3665, '1:01:05', '1:01:05', '01:01:05', '01:01:05.000'],
  [360_000, '100:00:00', '100:00:00', '100:00:00', '100:00:00.000'],
  [-1, '0:00', '0:00:00', '00:00:00', '00:00:00.000'],
])('%d seconds are %s in players, and longer in other formats', (seconds, ...written) => {
  expect([
    formatTime(seconds),
    formatLongTime(seconds),
    formatRawTime(seconds),
    formatCueTime(seconds),
  ]).toEqual(written)
})
