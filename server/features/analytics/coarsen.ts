import { type Analytics, minimumGroup, type RiskMonth } from '#contract/analytics.ts'
import { mayPublish } from './edition/edition.ts'

type Sizes = {
  /** Minimum group size of the installation. */
  groupSize: number
  /** Group size of the edition. */
  editionGroupSize: number
}

/**
 * Applies a larger minimum group size (docs/decisions/012). It only uses figures published for groups of six, and sizes are
 * multiples of each other, so that comparing figures before and after a change of the setting reveals nothing more.
 */
export function coarsen(view: Analytics, { groupSize, editionGroupSize }: Sizes): Analytics {
  if (groupSize <= minimumGroup) return view
  const { coverage, engagement } = view
  const { enrolled, eligible } = coverage
  const isPublished = enrolled !== null && mayPublish(enrolled, eligible, groupSize)
  const only = (figure: number | null) => (isPublished ? figure : null)
  const round = (count: number | null) => (isPublished ? roundDown(count, groupSize) : null)
  const totalSessions = round(engagement.totalSessions)
  return {
    ...view,
    coverage: {
      ...coverage,
      enrolled: only(enrolled),
      coveragePercent: only(coverage.coveragePercent),
    },
    engagement: {
      funnel: {
        invited: engagement.funnel.invited,
        registered: only(engagement.funnel.registered),
        firstSession: only(engagement.funnel.firstSession),
      },
      registrationPercent: only(engagement.registrationPercent),
      completionPercent: only(engagement.completionPercent),
      activeUsers: round(engagement.activeUsers),
      totalSessions,
      averageSessionsPerPatient:
        enrolled && totalSessions && Math.round((10 * totalSessions) / enrolled) / 10,
      // Computed for the group size of the edition.
      sessionDuration: editionGroupSize < groupSize ? null : only(engagement.sessionDuration),
    },
    risk: view.risk.map((row): RiskMonth => ({
      ...row,
      highRisk: round(row.highRisk),
      mediumRisk: round(row.mediumRisk),
      lowRisk: round(row.lowRisk),
      total: round(row.total),
    })),
  }
}

const roundDown = (count: number | null, groupSize: number) =>
  count === null || count < groupSize ? null : count - (count % groupSize)
