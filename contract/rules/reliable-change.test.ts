import { expect, test } from 'vitest'
import { findChanges } from './reliable-change.ts'

const answered = (
  id: string,
  score: number | null,
  day: number,
  key = 'phq-9',
  reliableChange: number | null = 6,
) => ({
  ...{ id, score, instrument: { key, reliableChange, isMoreBetter: false } },
  endedAt: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
})
const reliably = (from: number, to: number, key: string, points: number | null) =>
  findChanges([answered('a', from, 1, key, points), answered('b', to, 2, key, points)]).get('b')
    ?.sinceBefore?.isReliable

test.each([
  [15, 9, true],
  [15, 10, false],
  [9, 15, true],
  [9, 14, false],
])('PHQ-9 from %i to %i is a reliable change: %s', (from, to, is) =>
  expect(reliably(from, to, 'phq-9', 6)).toBe(is),
)

test.each([
  [12, 8, true],
  [12, 9, false],
  [3, 7, true],
])('GAD-7 from %i to %i is a reliable change: %s', (from, to, is) =>
  expect(reliably(from, to, 'gad-7', 4)).toBe(is),
)

test.each([
  [2.6, 2.9, 0.3, true],
  [2.9, 2.6, 0.3, true],
  [2.61, 2.9, 0.3, false],
  [0.1, 0.3, 0.2, true],
])('a mean from %f to %f is a reliable change from %f on: %s', (from, to, points, is) => {
  expect(reliably(from, to, 'a-mean', points)).toBe(is)
})

test('the change of a mean is rounded like its scores', () => {
  const changes = findChanges([answered('a', 2.6, 1), answered('b', 2.9, 2)])
  expect(changes.get('b')?.sinceBefore?.points).toBe(0.3)
})

test('an instrument without a threshold has no reliable change', () =>
  expect(reliably(0, 100, 'cbi-personal', null)).toBe(false))

test('compares each score with the previous and the first one of its instrument, in any order', () => {
  const changes = findChanges([
    answered('third', 8, 20),
    answered('other', 20, 12, 'gad-7', 4),
    answered('first', 18, 1),
    answered('unscored', null, 15),
    answered('second', 12, 10),
  ])
  expect(changes.get('first')).toEqual({})
  expect(changes.get('other')).toEqual({})
  expect(changes.has('unscored')).toBe(false)
  expect(changes.get('second')).toEqual({
    sinceBefore: { points: -6, isReliable: true, isBetter: true },
    sinceFirst: { points: -6, isReliable: true, isBetter: true },
  })
  expect(changes.get('third')).toEqual({
    sinceBefore: { points: -4, isReliable: false, isBetter: true },
    sinceFirst: { points: -10, isReliable: true, isBetter: true },
  })
})

test('a rise is better where higher scores are better', () => {
  const five = (id: string, score: number, day: number) => ({
    ...answered(id, score, day),
    instrument: { key: 'who-5', reliableChange: 10, isMoreBetter: true },
  })
  expect(findChanges([five('a', 40, 1), five('b', 52, 2)]).get('b')?.sinceBefore).toEqual({
    ...{ points: 12, isReliable: true, isBetter: true },
  })
})
