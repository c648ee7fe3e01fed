import { expect, test } from 'vitest'
import { formatMinutesLeft, minutesLeft } from './minutes-left.ts'

const end = '2026-11-21T12:00:00.000Z'
const before = (seconds: number) => minutesLeft(end, Date.parse(end) - seconds * 1000)

test.each([
  [3600, 60],
  [3599, 60],
  [61, 2],
  [60, 1],
  [1, 1],
  [0, 0],
  [-300, 0],
])('%i seconds before the end %i minutes are left', (seconds, minutes) => {
  expect(before(seconds)).toBe(minutes)
})

test.each([
  [42, 'Ends in 42 minutes.'],
  [1, 'Ends in less than a minute.'],
  [0, 'Ending...'],
])('%i minutes are shown as %s', (minutes, words) => expect(formatMinutesLeft(minutes)).toBe(words))
