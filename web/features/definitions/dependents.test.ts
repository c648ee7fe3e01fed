import { expect, test } from 'vitest'
import { formatDependents, countDependents } from './dependents.ts'

const items = [
  { what: 'sessions' as const, count: 1204 },
  { what: 'recordings' as const, count: 1 },
  { what: 'values' as const, count: 0 },
]

test('dependents are counted by kind, and empty kinds are omitted', () => {
  expect(formatDependents(items)).toEqual(['1,204 sessions with their transcripts', '1 recording'])
  expect(countDependents(items)).toBe(1205)
})
