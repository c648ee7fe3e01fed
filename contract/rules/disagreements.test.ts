import { expect, test } from 'vitest'
import { findDisagreements } from './disagreements.ts'
import type { ScoreSource } from '../plans/plan-values.ts'

const found = (weekNumber: number, source: ScoreSource, riskScore: number, rank = 1) => ({
  ...{ weekNumber, source, riskScore, rank },
})

test.each([
  // The bands of the burnout risk: low to 30, medium to 60.
  [30, 31, true],
  [60, 61, true],
  [20, 90, true],
  [31, 60, false],
  [0, 30, false],
  [61, 100, false],
])('questionnaire %i and entered %i differ in band: %s', (questionnaire, score, isDifferent) => {
  const week = [found(3, 'questionnaire', questionnaire), found(3, 'person', score)]
  const other = { source: 'person', score }
  expect(findDisagreements(week)).toEqual(isDifferent ? [{ week: 3, questionnaire, other }] : [])
})

test('compares the first score of each source by week, latest week first', () => {
  expect(
    findDisagreements([
      found(1, 'questionnaire', 80),
      found(1, 'person', 70, 2),
      found(1, 'person', 20, 3),
      found(1, 'model', 40, 4),
      found(2, 'person', 10),
      found(3, 'questionnaire', 10, 2),
      found(3, 'questionnaire', 90, 1),
      found(3, 'person', 20, 3),
      found(4, 'questionnaire', 90),
    ]),
  ).toEqual([
    { week: 3, questionnaire: 90, other: { source: 'person', score: 20 } },
    { week: 1, questionnaire: 80, other: { source: 'model', score: 40 } },
  ])
})
