import { expect, test } from 'vitest'
import { formatDependents, countDependents } from './dependents.ts'

const going = [
  { what: 'sessions' as const, count: 1204 },
  { what: 'recordings' as const, count: 1 },
  { what: 'values' as const, count: 0 },
]

test('dependents are counted by kind, without kinds that have none', () => {
  expect(formatDependents(going)).toEqual(['1,204 sessions with their transcripts', '1 recording'])
  expect(countDependents(going)).toBe(1205)
})
