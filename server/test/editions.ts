import { type RiskLevel, riskLevel } from '#contract/clients/clients.ts'
import { type Figures, publishedFigures } from '../features/analytics/published-figures.ts'
import {
  type CurrentCounts,
  type Edition,
  nextEdition,
} from '../features/analytics/edition/edition.ts'
import { lastMonths, monthsShown } from '../features/analytics/edition/periods.ts'
import { sumTotals } from '../features/analytics/edition/totals.ts'

export type Present = ReadonlyMap<string, CurrentCounts>
const january = '2026-01'
export const levels = riskLevel.options

/** The twelve months until this one (YYYY-MM). */
export const monthsUntil = (month: string) =>
  lastMonths(new Date(`${month}-15T12:00:00Z`), monthsShown.participation).map((it) => it.month)

export const newcomer: CurrentCounts = {
  sessions: 1,
  isActive: true,
  recordings: 0,
  minutes: null,
  feedback: null,
  isHelpful: null,
  measured: null,
  isBetter: null,
  sessionsUntil: null,
  firstMet: null,
  waitDays: null,
  metIn: [january],
  assessed: {},
}
export const assessedAs = (
  it: CurrentCounts,
  assessment: string,
  band: RiskLevel,
  month = january,
): CurrentCounts => ({
  ...it,
  assessed: { ...it.assessed, [month]: { assessment, band } },
})

export const answeredAs = (
  it: CurrentCounts,
  feedback: string,
  isHelpful: boolean,
): CurrentCounts => ({ ...it, feedback, isHelpful })

/** `sessionsUntil`: null for somebody who did not improve. */
export const measuredAs = (
  it: CurrentCounts,
  measured: string,
  sessionsUntil: number | null,
): CurrentCounts => ({ ...it, measured, isBetter: sessionsUntil !== null, sessionsUntil })

/** The next edition, on another day for each reading. */
export const read = (
  before: Edition | undefined,
  present: Present,
  eligible: number,
  groupSize: number,
  months: readonly string[] = [january],
) => nextEdition(before, { present, eligible, months }, groupSize)

/** Everything that an edition shows. */
export function viewOf(
  edition: Edition,
  eligible: number,
  groupSize: number,
  months: readonly string[] = [january],
): ReturnType<typeof publishedFigures> {
  const noBands = { high: 0, medium: 0, low: 0 }
  const figures: Figures = {
    ...sumTotals(edition.people, groupSize),
    ...{ eligible, registered: null, monthlyPrice: 0, pricePerSession: 0, currency: 'DKK' },
    risk: months
      .slice(-monthsShown.risk)
      .map((it) => ({ month: it, ...(edition.months.get(it) ?? noBands) })),
    months,
    participation: Object.fromEntries(edition.participation),
  }
  return publishedFigures(figures, groupSize)
}

/** As text. */
export const shown = (
  edition: Edition | undefined,
  ...of: [number, number, (readonly string[])?]
) => (edition ? JSON.stringify(viewOf(edition, ...of)) : 'sample')
