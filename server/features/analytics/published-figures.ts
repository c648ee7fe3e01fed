import {
  type Analytics,
  minimumGroup,
  type Participation,
  type PeriodKind,
  type RiskMonth,
} from '#contract/analytics/analytics.ts'
import { type RiskLevel, riskLevel } from '#contract/clients/clients.ts'
import { type Bands, mayPublish } from './edition/edition.ts'
import { listPeriods, monthsShown, periodOf } from './edition/periods.ts'
import { type Totals } from './edition/totals.ts'

/** Exact figures of an edition, with the contract terms of the organization. */
export type Figures = Totals & {
  eligible: number
  /** Employees with an account; null for readers who may not know. */
  registered: number | null
  monthlyPrice: number
  pricePerSession: number
  currency: string
  risk: (Bands & { month: string })[]
  /** Of the participation, YYYY-MM. */
  months: readonly string[]
  /** People by month, quarter and year. */
  participation: Readonly<Record<string, number>>
}

/** Months of the risk bands and of participation, from those that were published. */
export function toFigures(
  totals: Omit<Figures, 'risk' | 'participation' | 'months'>,
  published: { risk: ReadonlyMap<string, Bands>; participation: ReadonlyMap<string, number> },
  months: readonly string[],
): Figures {
  // A month without an edition repeats the one before.
  const rows = [...published.risk].toSorted(([a], [b]) => a.localeCompare(b))
  return {
    ...totals,
    risk: months.slice(-monthsShown.risk).map((month) => {
      const bands = rows.findLast(([it]) => it <= month)?.[1] ?? noBands
      return { month, ...bands }
    }),
    months,
    participation: Object.fromEntries(published.participation),
  }
}

/** Whether anything about people is shown. */
export const isShown = ({ enrolled, eligible }: Figures, groupSize: number) =>
  enrolled > 0 && mayPublish(enrolled, eligible, groupSize)

/** As the setting allows now, but for no smaller groups than the figures were made for. */
export function publishedNow(figures: Figures, madeFor: number, minGroup: number) {
  // These depend on the group size.
  const typical =
    minGroup > madeFor ? { minutes: null, sessionsUntil: null, waitDays: null } : undefined
  return publishedFigures({ ...figures, ...typical }, Math.max(minGroup, madeFor))
}

/**
 * The figures that may be published (docs/decisions/012): the exact number of enrolled people, and other counts rounded down to
 * a multiple of the group size. Nothing while too few eligible people are not enrolled.
 */
export function publishedFigures(figures: Figures, groupSize = minimumGroup): Analytics {
  const { eligible, registered, monthlyPrice, pricePerSession, currency, risk } = figures
  const isPublished = isShown(figures, groupSize)
  const totals = isPublished ? figures : { ...figures, ...nothing }
  const enrolled = totals.enrolled || null
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
      sessionDuration: totals.minutes,
      ...publishedFeedback(totals, groupSize),
    },
    outcomes: {
      ...publishedImprovement(totals, groupSize),
      daysToFirstSession: totals.waitDays,
      participation: publishedParticipation(totals, groupSize),
    },
    risk: risk.map(({ month, ...bands }, index) => ({
      month,
      ...publishedBands(isPublished ? bands : noBands, groupSize),
      isCurrent: index === risk.length - 1,
    })),
  }
}

const noBands: Bands = { high: 0, medium: 0, low: 0 }

const nothing: Totals & Pick<Figures, 'participation'> = {
  ...{ enrolled: 0, active: 0, sessions: 0, minutes: null, answered: 0, helpful: 0 },
  ...{ measured: 0, improved: 0, sessionsUntil: null, waitDays: null, participation: {} },
}

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

function publishedFeedback({ answered, helpful }: Totals, groupSize: number) {
  const {
    whole,
    part,
    percent: share,
  } = publishedShare({ whole: answered, part: helpful }, groupSize)
  return { answered: whole, helpful: part, helpfulPercent: share }
}

/** Without a published number of people who improved, a median would tell that there is a group of them. */
function publishedImprovement({ measured, improved, sessionsUntil }: Totals, groupSize: number) {
  const {
    whole,
    part,
    percent: share,
  } = publishedShare({ whole: measured, part: improved }, groupSize)
  return {
    ...{ measured: whole, improved: part, improvedPercent: share },
    sessionsUntilImproved: part && sessionsUntil,
  }
}

/**
 * By month if that is known of half of the months since the first, otherwise by quarter, otherwise by year. A year is never shown
 * beside one of its quarters: together with all of its months it could reveal one of them.
 */
function publishedParticipation(
  { participation, months }: Pick<Figures, 'participation' | 'months'>,
  groupSize: number,
): Participation {
  const count = (period: string) => participation[period] ?? 0
  const hasQuarter = (year: string) =>
    [1, 2, 3, 4].some((it) => count(`${year}-Q${it}`) >= Math.min(groupSize, minimumGroup))
  const publish = (by: PeriodKind): Participation => ({
    by,
    periods: listPeriods(months, by).map((period) => ({
      period,
      isCurrent: period === periodOf[by](months.at(-1) ?? ''),
      people: by === 'year' && hasQuarter(period) ? null : roundDown(count(period), groupSize),
    })),
  })
  const byMonth = publish('month')
  const first = byMonth.periods.findIndex(({ people }) => people !== null)
  const since = first < 0 ? [] : byMonth.periods.slice(first)
  const known = since.filter(({ people }) => people !== null).length
  // The current month has only begun.
  const hidden = since.filter(({ people, isCurrent }) => people === null && !isCurrent).length
  if (known > 0 && known >= hidden) return byMonth
  const byQuarter = publish('quarter')
  return byQuarter.periods.some(({ people }) => people !== null) ? byQuarter : publish('year')
}

type Share = { whole: number; part: number }

/**
 * Of a whole that is itself published. Who is left out by rounding is taken from the part, so that the share is never too
 * high. Larger groups are formed from the figures for groups of six, as in `publishedBands`.
 */
export function publishedShare(share: Share, groupSize: number) {
  const bySix = roundShare(share, Math.min(groupSize, minimumGroup))
  const { whole, part } = roundShare(bySix, groupSize)
  return {
    whole: whole || null,
    part: part || null,
    percent: part ? Math.floor((100 * part) / whole) : null,
  }
}

function roundShare({ whole, part }: Share, groupSize: number): Share {
  const excess = whole % groupSize
  const counted = Math.max(0, part - excess)
  return { whole: whole - excess, part: counted - (counted % groupSize) }
}

const percent = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.min(100, Math.round((100 * part) / whole))
