import { type Analytics, minimumGroup, type RiskMonth } from '#contract/analytics.ts'
import { type RiskLevel, riskLevel } from '#contract/clients.ts'

/** What is known about the people who are counted in an organization's figures, exactly. */
export type Figures = {
  eligible: number
  monthlyPrice: number
  pricePerSession: number
  currency: string
  /** Everybody registered, and how many of them are counted. */
  registered: number
  counted: number
  /** Of the counted: people with a session so far, people with one lately, people with a recorded one. */
  firstSession: number
  active: number
  recorded: number
  sessions: number
  /** Of a recorded session on average. */
  minutes: number | null
  risk: Bands[]
}
export type Bands = { month: string } & Record<RiskLevel, number>

/**
 * What may be told of it (docs/decisions/007): the number of the enrolled exactly, where they and the rest are groups
 * or nobody; every other count of people in steps of `minimumGroup`; nothing that is made of an exact count.
 */
export function shown(exact: Figures): Analytics {
  const { eligible, registered, counted, monthlyPrice, pricePerSession, currency } = exact
  const enrolled = registered === 0 ? 0 : isToldExactly(counted, eligible) ? counted : null
  const ceiling = ceilingOf(enrolled, counted, eligible)
  const stepped = (count: number) => inSteps(Math.min(count, ceiling))
  const coveragePercent = enrolled === null ? null : percent(enrolled, eligible)
  const firstSession = stepped(exact.firstSession)
  const totalSessions = ceiling < minimumGroup ? null : inSteps(exact.sessions)
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
      funnel: { invited: eligible, registered: enrolled ?? stepped(counted), firstSession },
      registrationPercent: coveragePercent,
      completionPercent: enrolled && firstSession && percent(firstSession, enrolled),
      activeUsers: stepped(exact.active),
      totalSessions,
      averageSessionsPerPatient:
        enrolled && totalSessions && Math.round((10 * totalSessions) / enrolled) / 10,
      sessionDuration:
        stepped(exact.recorded) && exact.minutes && Math.round(exact.minutes / 5) * 5,
    },
    risk: exact.risk.map((bands, index) => ({
      ...shownBands(bands, ceiling),
      isCurrent: index === exact.risk.length - 1,
    })),
  }
}

/** Down to a multiple of `minimumGroup`; null where that is none. */
export const inSteps = (count: number) =>
  count < minimumGroup ? null : count - (count % minimumGroup)

/** Of 0 to 5 eligible people who are not enrolled, 1 to 5 would be a group that is too small. */
const isToldExactly = (counted: number, eligible: number) => {
  const rest = eligible - counted
  return counted >= minimumGroup && (rest <= 0 || rest >= minimumGroup)
}

/**
 * The most that any count may tell. Where the enrolled are not told because few remain, everybody knows that they are
 * between `eligible - 5` and `eligible - 1`: no other figure may narrow that.
 */
function ceilingOf(enrolled: number | null, counted: number, eligible: number) {
  if (enrolled !== null) return enrolled
  return counted < minimumGroup ? 0 : eligible - (minimumGroup - 1)
}

/** Steps of bands that may not add up to more than the ceiling: what is too much is taken from the largest. */
function stepsWithin(counts: Record<RiskLevel, number>, ceiling: number) {
  const steps = { ...counts }
  for (const band of riskLevel.options) steps[band] = inSteps(counts[band]) ?? 0
  const largest = () =>
    riskLevel.options.reduce((most, it) => (steps[it] > steps[most] ? it : most))
  while (steps.high + steps.medium + steps.low > Math.max(0, ceiling))
    steps[largest()] -= minimumGroup
  return steps
}

function shownBands({ month, ...counts }: Bands, ceiling: number): Omit<RiskMonth, 'isCurrent'> {
  const { high, medium, low } = stepsWithin(counts, ceiling)
  return {
    month,
    highRisk: high || null,
    mediumRisk: medium || null,
    lowRisk: low || null,
    total: inSteps(Math.min(counts.high + counts.medium + counts.low, ceiling)),
  }
}

const percent = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.min(100, Math.round((100 * part) / whole))
