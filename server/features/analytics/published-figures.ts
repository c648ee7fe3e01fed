import { type Analytics, minimumGroup, type RiskMonth } from '#contract/analytics/analytics.ts'
import { type RiskLevel, riskLevel } from '#contract/clients/clients.ts'
import { type Answers, type Bands, mayPublish, type Totals } from './edition/edition.ts'

/** Exact figures of an edition, with the contract terms of the organization. */
export type Figures = Totals & {
  eligible: number
  /** Employees with an account; null for readers who may not know. */
  registered: number | null
  monthlyPrice: number
  pricePerSession: number
  currency: string
  risk: (Bands & { month: string })[]
}

/**
 * The figures that may be published (docs/decisions/012): the exact number of enrolled people, and other counts rounded down to
 * a multiple of the group size. Nothing while too few eligible people are not enrolled.
 */
export function publishedFigures(
  { eligible, registered, monthlyPrice, pricePerSession, currency, risk, ...totals }: Figures,
  groupSize = minimumGroup,
): Analytics {
  const isPublished = totals.enrolled > 0 && mayPublish(totals.enrolled, eligible, groupSize)
  const enrolled = isPublished ? totals.enrolled : null
  const coveragePercent = enrolled && percent(enrolled, eligible)
  const totalSessions = enrolled && roundDown(totals.sessions, groupSize)
  return {
    isSample: false,
    currency,
    coverage: {
      eligible,
      enrolled,
      coveragePercent,
      totalMonthlyCost: Math.round(eligible * monthlyPrice * 100) / 100,
      costPerPatient: monthlyPrice,
      costPerSession: pricePerSession,
    },
    engagement: {
      funnel: { invited: eligible, registered, firstSession: enrolled },
      registrationPercent: registered === null ? null : percent(registered, eligible),
      completionPercent: registered === null ? null : enrolled && percent(enrolled, registered),
      // People who left may still be counted as active.
      activeUsers: enrolled && roundDown(Math.min(totals.active, enrolled), groupSize),
      totalSessions,
      averageSessionsPerPatient:
        enrolled && totalSessions && Math.round((10 * totalSessions) / enrolled) / 10,
      sessionDuration: enrolled && totals.minutes,
      ...publishedShare(isPublished ? totals : { answered: 0, helpful: 0 }, groupSize),
    },
    risk: risk.map(({ month, ...bands }, index) => ({
      month,
      ...publishedBands(isPublished ? bands : noBands, groupSize),
      isCurrent: index === risk.length - 1,
    })),
  }
}

export const noBands: Bands = { high: 0, medium: 0, low: 0 }

/** Down to a multiple of the group size; null for zero. */
const roundDown = (count: number, groupSize: number) =>
  count < groupSize ? null : count - (count % groupSize)

/**
 * Rounded bands add up to no more than the rounded total; the excess is taken from the largest. Otherwise a total of 15 with
 * three unpublished bands would reveal five in each. Larger groups are formed from the figures for groups of six, so that
 * comparing figures before and after a change of the setting reveals nothing more.
 */
function publishedBands(
  bands: Bands,
  groupSize: number,
): Pick<RiskMonth, 'highRisk' | 'mediumRisk' | 'lowRisk' | 'total'> {
  const counts = { ...bands }
  const sum = () => counts.high + counts.medium + counts.low
  const total = roundDown(sum(), Math.min(groupSize, minimumGroup)) ?? 0
  const largest = () =>
    riskLevel.options.reduce<RiskLevel>(
      (most, it) => (counts[it] > counts[most] ? it : most),
      'low',
    )
  while (sum() > total) counts[largest()] -= 1
  return {
    highRisk: roundDown(counts.high, groupSize),
    mediumRisk: roundDown(counts.medium, groupSize),
    lowRisk: roundDown(counts.low, groupSize),
    total: roundDown(total, groupSize),
  }
}

/**
 * Of everybody who answered. Who is left out by rounding is taken from those who found it helpful, so that the share is never too
 * high. Larger groups are formed from the figures for groups of six, as in `publishedBands`.
 */
export function publishedShare(answers: Answers, groupSize: number) {
  const bySix = roundShare(answers, Math.min(groupSize, minimumGroup))
  const { answered, helpful } = roundShare(bySix, groupSize)
  return {
    answered: answered || null,
    helpful: helpful || null,
    helpfulPercent: helpful ? Math.floor((100 * helpful) / answered) : null,
  }
}

function roundShare({ answered, helpful }: Answers, groupSize: number): Answers {
  const excess = answered % groupSize
  const counted = Math.max(0, helpful - excess)
  return { answered: answered - excess, helpful: counted - (counted % groupSize) }
}

const percent = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.min(100, Math.round((100 * part) / whole))
