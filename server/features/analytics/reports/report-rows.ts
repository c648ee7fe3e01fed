import { activeDays, type Analytics } from '#contract/analytics/analytics.ts'
import { formatPeriod } from '#contract/analytics/figure-words.ts'

/** What a report is made of, for both of its files. */
export type Report = {
  brandName: string
  organizationName: string
  /** YYYY-Qn */
  quarter: string
  madeAt: string
  minimumGroup: number
  view: Analytics
}

export type ReportRow = {
  part: 'Coverage' | 'Use' | 'Results' | 'People by risk'
  figure: string
  /** Null: at the end of the quarter. */
  period: string | null
  /** Null: too few people. */
  value: number | null
  unit: 'people' | 'percent' | 'sessions' | 'minutes' | 'days' | 'money'
  /** Rounded down, so it may be more. */
  isAtLeast: boolean
}

/** Every figure of the report, in the order of the screen. */
export function listRows({ coverage, engagement, outcomes, risk }: Analytics): ReportRow[] {
  const exact = (
    part: ReportRow['part'],
    unit: ReportRow['unit'],
    figure: string,
    value: number | null,
  ): ReportRow => ({ part, figure, period: null, value, unit, isAtLeast: false })
  const rounded = (
    part: ReportRow['part'],
    unit: ReportRow['unit'],
    figure: string,
    value: number | null,
  ): ReportRow => ({
    ...exact(part, unit, figure, value),
    isAtLeast: unit !== 'percent' || value !== 100,
  })
  return [
    exact('Coverage', 'people', 'Eligible employees', coverage.eligible),
    exact('Coverage', 'people', 'Take part', coverage.enrolled),
    exact('Coverage', 'percent', 'Coverage', coverage.coveragePercent),
    exact('Coverage', 'money', 'Monthly cost', coverage.totalMonthlyCost),
    rounded('Use', 'people', `Active in the last ${activeDays} days`, engagement.activeUsers),
    rounded('Use', 'sessions', 'Sessions in total', engagement.totalSessions),
    exact('Use', 'sessions', 'Average per person', engagement.averageSessionsPerPatient),
    exact('Use', 'minutes', 'Typical length of a session, from', engagement.sessionDuration),
    exact(
      'Use',
      'days',
      'Median from registration to the first session',
      outcomes.daysToFirstSession,
    ),
    ...outcomes.participation.periods.map(({ period, people }) => ({
      ...rounded('Use', 'people', 'With a session', people),
      period: formatPeriod(period),
    })),
    rounded('Results', 'people', 'Rated their last session', engagement.answered),
    rounded('Results', 'people', 'Found it helpful', engagement.helpful),
    rounded('Results', 'percent', 'Found it helpful, share', engagement.helpfulPercent),
    rounded('Results', 'people', 'Answered a questionnaire more than once', outcomes.measured),
    rounded('Results', 'people', 'Reliably better', outcomes.improved),
    rounded('Results', 'percent', 'Reliably better, share', outcomes.improvedPercent),
    exact('Results', 'sessions', 'Median until reliably better', outcomes.sessionsUntilImproved),
    ...risk.flatMap(({ month, highRisk, mediumRisk, lowRisk, total }) =>
      (
        [
          ['High risk', highRisk],
          ['Medium risk', mediumRisk],
          ['Low risk', lowRisk],
          ['Total', total],
        ] as const
      ).map(([figure, value]) => ({
        ...rounded('People by risk', 'people', figure, value),
        period: formatPeriod(month),
      })),
    ),
  ]
}

/** How the figures are protected, in three lines. */
export const describeProtection = (minimumGroup: number) => [
  `No figure is about fewer than ${minimumGroup} people. Counts are rounded down in steps of ${minimumGroup}: ${2 * minimumGroup}+ means ${2 * minimumGroup} or more.`,
  `Figures change only when at least ${minimumGroup} people have something new, so comparing reports reveals nobody.`,
  'Only employees who agreed are counted. Who takes part and what they say is never shown.',
]
