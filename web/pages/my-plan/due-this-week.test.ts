import { expect, test } from 'vitest'
import { isDueThisWeek } from './due-this-week.ts'

test.each([
  ['2026-11-27', null, true],
  ['2026-11-27', '2026-11-27T10:00:00Z', true],
  ['2026-11-27', '2026-11-25T10:00:00Z', false],
  ['2026-11-20', null, true],
  ['2026-11-19', null, false],
  ['2026-12-04', null, true],
  ['2026-12-05', null, false],
  [null, null, true],
  [null, '2026-11-25T10:00:00Z', false],
])('due %s, completed %s, shown as due this week: %s', (dueDate, completedAt, isDue) => {
  expect(isDueThisWeek({ dueDate, completedAt }, { today: '2026-11-27', timeZone: 'UTC' })).toBe(
    isDue,
  )
})
