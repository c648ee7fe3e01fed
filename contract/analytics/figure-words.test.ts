import { expect, test } from 'vitest'
import {
  describeFigures,
  type FigureWords,
  formatAtLeast,
  formatDurationRange,
  formatPeriod,
} from './figure-words.ts'

test('a rounded count is shown with a plus', () => {
  expect(formatAtLeast(12)).toBe('12+')
  expect(formatAtLeast(1206)).toBe('1,206+')
})

test('a duration is shown as a range of 15 minutes, or as an hour or more', () => {
  expect(formatDurationRange(30)).toBe('30–45 min')
  expect(formatDurationRange(60)).toBe('60+ min')
})

test.each([
  ['2026-03', 'Mar 2026'],
  ['2026-Q1', 'Q1 2026'],
  ['2026', '2026'],
])('the period %s is shown as %s', (period, text) => expect(formatPeriod(period)).toBe(text))

const hidden: FigureWords = {
  ...{ isSample: false, minimumGroup: 6 },
  coverage: {
    ...{ eligible: 40, enrolled: null, coveragePercent: null },
    ...{ totalMonthlyCost: 0, costPerPatient: 0, costPerSession: 0 },
  },
  engagement: {
    funnel: { invited: 40, registered: null, firstSession: null },
    ...{ registrationPercent: null, completionPercent: null, activeUsers: null },
    ...{ totalSessions: null, averageSessionsPerPatient: null, sessionDuration: null },
    ...{ answered: null, helpful: null, helpfulPercent: null },
  },
  outcomes: {
    participation: { by: 'year', periods: [{ period: '2026', isCurrent: true, people: null }] },
    ...{ measured: null, improved: null, improvedPercent: null },
    ...{ sessionsUntilImproved: null, daysToFirstSession: null },
  },
}

test('figures are said in sentences', () => {
  const { coverage, engagement } = hidden
  expect(
    describeFigures({
      ...hidden,
      coverage: { ...coverage, enrolled: 20, coveragePercent: 50 },
      engagement: { ...engagement, answered: 18, helpful: 12, helpfulPercent: 66 },
      outcomes: {
        participation: {
          by: 'month',
          periods: [
            { period: '2026-02', isCurrent: false, people: 12 },
            { period: '2026-03', isCurrent: true, people: null },
          ],
        },
        ...{ ...{ measured: 12, improved: 12, improvedPercent: 100 }, sessionsUntilImproved: 4 },
        daysToFirstSession: 8,
      },
    }),
  ).toEqual({
    use: '20 of 40 employees (50%) take part. 12+ had a session in Feb 2026.',
    help: 'At least 66% of 18+ people found their last session helpful. 100% of 12+ people who answered a questionnaire more than once are reliably better, half of them within 4 sessions.',
    next: null,
  })
})

test('what is missing is named, with the people it needs', () => {
  expect(describeFigures(hidden)).toEqual({
    use: 'Too few people take part to say.',
    help: 'Too few people have answered to say.',
    next: 'When more people take part and answer, you also see participation by month, how helpful sessions are, how many people improve, and how soon people have their first session. Groups under 6 are hidden.',
  })
})
