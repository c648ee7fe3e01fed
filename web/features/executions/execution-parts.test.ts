import { expect, test } from 'vitest'
import { formatPartNames } from './execution-parts.ts'

const every = (minutes: number, count: number, from = new Date(2026, 9, 20)) =>
  Array.from({ length: count }, (_, index) => ({
    from: new Date(from.getTime() + index * minutes * 60_000).toISOString(),
  }))
const day = 24 * 60

test.each([
  ['minutes', every(1, 60), '12:12\u00A0AM', 'Oct 20, 2026, 12:12 AM'],
  ['hours of some days', every(60, 60), 'Oct\u00A020', 'Oct 20, 2026, 12:00 PM'],
  ['days', every(day, 60), 'Nov\u00A01', 'Nov 1, 2026'],
  ['weeks', every(7 * day, 30), 'Dec\u00A01', 'Dec 1, 2026 to Dec 7, 2026'],
  ['months', every(28 * day, 30), 'Apr\u00A02027', 'Apr 6, 2027 to May 3, 2027'],
])('%s on the time axis are labelled by what distinguishes them', (_, parts, below, whole) => {
  const names = formatPartNames(parts)
  const shown = names.filter((it) => it.below)
  expect(shown.length).toBeLessThanOrEqual(5)
  expect(shown[1]).toEqual({ below, whole })
})

test('one part has one label, and no parts have none', () => {
  expect(formatPartNames(every(1, 1))).toHaveLength(1)
  expect(formatPartNames([])).toEqual([])
})
