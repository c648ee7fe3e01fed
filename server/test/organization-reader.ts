import { type RiskLevel, riskLevel } from '#contract/clients.ts'
import {
  type ClientCounts,
  type Edition,
  nextEdition,
  type CurrentCounts,
  totalsOf,
} from '../features/analytics/edition/edition.ts'
import { publishedFigures } from '../features/analytics/published-figures.ts'

/** What is true of somebody in an organization, whether or not it is counted. */
export type Truth = CurrentCounts & { sessions: number }
type People = ReadonlyMap<string, Truth>
const month = '2026-01'

/** A rule of what is read, one reading after another; what it remembers between two is its own business. */
export type Rule<Memory = unknown> = {
  read: (memory: Memory | undefined, people: People, eligible: number) => Memory
  /** What is on the screen, as text. */
  told: (memory: Memory, eligible: number) => string
  /** Of whom it is told, and what is counted of each. */
  counted: (memory: Memory | undefined) => ReadonlyMap<string, ClientCounts>
}

const view = (people: ReadonlyMap<string, ClientCounts>, eligible: number, least: number) => {
  const bands = { high: 0, medium: 0, low: 0 }
  for (const { band } of people.values()) if (band) bands[band] += 1
  const { coverage, engagement, risk } = publishedFigures(
    {
      ...totalsOf(people, least),
      ...{ eligible, monthlyPrice: 0, pricePerSession: 0, currency: 'DKK' },
      risk: [{ month, ...bands }],
    },
    least,
  )
  const [row] = risk
  return [
    coverage.enrolled,
    `${row?.highRisk} ${row?.mediumRisk} ${row?.lowRisk} of ${row?.total}`,
    `${engagement.activeUsers} active`,
    `${engagement.totalSessions} sessions`,
    `${engagement.sessionDuration} min`,
  ].join(', ')
}

/** The rule of the product, with an edition at every reading: as though each were on another day. */
export const byEditions = (least: number): Rule<Edition | undefined> => ({
  read: (before, present, eligible) =>
    nextEdition(before, { present, eligible, months: [month] }, least),
  told: (edition, eligible) => (edition ? view(edition.people, eligible, least) : 'sample'),
  counted: (edition) => edition?.people ?? new Map(),
})

/** The rule before: newcomers come together, but everything else is told of this very moment. */
export const byTheMoment = (least: number): Rule<ReadonlyMap<string, ClientCounts>> => ({
  read(before, people) {
    const coming = [...people.keys()].filter((id) => !before?.has(id))
    const counted = new Map<string, ClientCounts>()
    for (const [id, { assessed, ...it }] of people)
      if (before?.has(id) || coming.length >= least)
        counted.set(id, {
          ...it,
          isEnrolled: true,
          assessment: null,
          band: null,
          ...assessed[month],
        })
    return counted
  },
  told: (counted, eligible) => view(counted, eligible, least),
  counted: (counted) => counted ?? new Map(),
})

export const newcomer = (): Truth => ({
  sessions: 1,
  isActive: true,
  recordings: 0,
  minutes: null,
  assessed: {},
})

export const assessedAs = (it: Truth, assessment: string, band: RiskLevel): Truth => ({
  ...it,
  assessed: { [month]: { assessment, band } },
})

export const levels = riskLevel.options
