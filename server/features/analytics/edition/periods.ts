import type { PeriodKind } from '#contract/analytics/analytics.ts'

export type Month = { month: string; end: string }

/** Calendar months in UTC, the last is the one of `now`. Each ends when the next begins. */
export const lastMonths = (now: Date, count: number): Month[] =>
  Array.from({ length: count }, (_, index) => {
    const begin = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 1 + index)
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count + 2 + index)
    return { month: new Date(begin).toISOString().slice(0, 7), end: new Date(end).toISOString() }
  })

/** Months in the figures. */
export const monthsShown = { risk: 6, participation: 12 }

/** The month, quarter (YYYY-Qn) and year of a month (YYYY-MM). */
export const periodOf: Record<PeriodKind, (month: string) => string> = {
  month: (month) => month,
  quarter: (month) => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`,
  year: (month) => month.slice(0, 4),
}

/** Periods of these months, each once and in order; four quarters at most. */
export const listPeriods = (months: readonly string[], kind: PeriodKind) =>
  [...new Set(months.map(periodOf[kind]))].slice(kind === 'quarter' ? -4 : 0)
