import { type Analytics, minimumGroup, type RiskMonth } from '#contract/analytics.ts'
import { type RiskLevel, riskLevel } from '#contract/clients.ts'
import { type Bands, mayBeTold, type Totals } from './edition/edition.ts'

/** What an edition knows exactly, with what stands in the contract with the organization. */
export type Figures = Totals & {
  eligible: number
  monthlyPrice: number
  pricePerSession: number
  currency: string
  risk: (Bands & { month: string })[]
}

/**
 * What may be told of it (docs/decisions/012): the number of the enrolled exactly; every other count in steps of
 * `minimumGroup`; nothing that is made of an exact count. Nothing at all while the eligible who remain are too few.
 */
export function shown(
  { eligible, monthlyPrice, pricePerSession, currency, risk, ...totals }: Figures,
  least = minimumGroup,
): Analytics {
  const isTold = totals.enrolled > 0 && mayBeTold(totals.enrolled, eligible, least)
  const enrolled = isTold ? totals.enrolled : null
  const coveragePercent = enrolled && percent(enrolled, eligible)
  const totalSessions = enrolled && inSteps(totals.sessions, least)
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
      // Whoever is counted has had a session: it is what makes them count.
      funnel: { invited: eligible, registered: enrolled, firstSession: enrolled },
      registrationPercent: coveragePercent,
      completionPercent: enrolled && 100,
      // Until six of those who left are none of the active, these can be more than are enrolled.
      activeUsers: enrolled && inSteps(Math.min(totals.active, enrolled), least),
      totalSessions,
      averageSessionsPerPatient:
        enrolled && totalSessions && Math.round((10 * totalSessions) / enrolled) / 10,
      sessionDuration: enrolled && totals.minutes,
    },
    risk: risk.map(({ month, ...bands }, index) => ({
      month,
      ...shownBands(isTold ? bands : nobody, least),
      isCurrent: index === risk.length - 1,
    })),
  }
}

const nobody: Bands = { high: 0, medium: 0, low: 0 }

/** Down to a multiple of `least`; null where that is none. */
export const inSteps = (count: number, least = minimumGroup) =>
  count < least ? null : count - (count % least)

/**
 * Steps of bands that add up to no more than the step of the whole: what is over is taken from the largest first.
 * Otherwise whoever knows the whole, 15, would know of three bands under six that there are five in each.
 */
function shownBands(
  bands: Bands,
  least: number,
): Pick<RiskMonth, 'highRisk' | 'mediumRisk' | 'lowRisk' | 'total'> {
  const counts = { ...bands }
  const sum = () => counts.high + counts.medium + counts.low
  const total = inSteps(sum(), least)
  const largest = () =>
    riskLevel.options.reduce<RiskLevel>(
      (most, it) => (counts[it] > counts[most] ? it : most),
      'low',
    )
  while (sum() > (total ?? 0)) counts[largest()] -= 1
  return {
    highRisk: inSteps(counts.high, least),
    mediumRisk: inSteps(counts.medium, least),
    lowRisk: inSteps(counts.low, least),
    total,
  }
}

const percent = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.min(100, Math.round((100 * part) / whole))
