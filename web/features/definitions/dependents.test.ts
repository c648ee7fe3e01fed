import { expect, test } from 'vitest'
import { formatDependents, countDependents } from './dependents.ts'

const going = [
  { what: 'sessions' as const, count: 1204 },
  { what: 'recordings' as const, count: 1 },
  { what: 'values' as const, count: 0 },
]

test('what goes is counted in words, and what there is none of is not named', () => {
  expect(formatDependents(going)).toEqual([
    '1,204 sessions, with what was said in them',
    '1 recording',
  ])
  expect(countDependents(going)).toBe(1205)
})
