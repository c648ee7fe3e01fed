import { type RiskLevel, riskLevel } from '#contract/clients/clients.ts'
import { publishedFigures } from '../features/analytics/published-figures.ts'
import {
  type CurrentCounts,
  type Edition,
  nextEdition,
  sumTotals,
} from '../features/analytics/edition/edition.ts'

export type Present = ReadonlyMap<string, CurrentCounts>
const month = '2026-01'
export const levels = riskLevel.options

export const newcomer: CurrentCounts = {
  sessions: 1,
  isActive: true,
  recordings: 0,
  minutes: null,
  feedback: null,
  isHelpful: null,
  assessed: {},
}
export const assessedAs = (
  it: CurrentCounts,
  assessment: string,
  band: RiskLevel,
): CurrentCounts => ({
  ...it,
  assessed: { [month]: { assessment, band } },
})

export const answeredAs = (
  it: CurrentCounts,
  feedback: string,
  isHelpful: boolean,
): CurrentCounts => ({ ...it, feedback, isHelpful })

/** The next edition, on another day for each reading. */
export const read = (
  before: Edition | undefined,
  present: Present,
  eligible: number,
  groupSize: number,
) => nextEdition(before, { present, eligible, months: [month] }, groupSize)

/** What an edition shows, as text. */
export function shown(edition: Edition | undefined, eligible: number, groupSize: number) {
  if (!edition) return 'sample'
  const bands = edition.months.get(month) ?? { high: 0, medium: 0, low: 0 }
  const { coverage, engagement, risk } = publishedFigures(
    {
      ...sumTotals(edition.people, groupSize),
      ...{ eligible, registered: null, monthlyPrice: 0, pricePerSession: 0, currency: 'DKK' },
      risk: [{ month, ...bands }],
    },
    groupSize,
  )
  const { funnel: _funnel, ...shownEngagement } = engagement
  return JSON.stringify([coverage.enrolled, shownEngagement, risk])
}
