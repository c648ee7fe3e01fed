import { expect, test } from 'vitest'
import { goingInWords, rowsIn } from './going-in-words.ts'

const going = [
  { what: 'sessions' as const, count: 1204 },
  { what: 'recordings' as const, count: 1 },
  { what: 'values' as const, count: 0 },
]

test('what goes is counted in words, and what there is none of is not named', () => {
  expect(goingInWords(going)).toEqual(['1,204 sessions, with what was said in them', '1 recording'])
  expect(rowsIn(going)).toBe(1205)
})
