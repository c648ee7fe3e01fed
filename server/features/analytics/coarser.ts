import { type Analytics, minimumGroup, type RiskMonth } from '#contract/analytics.ts'
import { mayBeTold } from './edition/edition.ts'

type Sizes = {
  /** The minimum group size in force. */
  least: number
  /** The one that the edition was made for. */
  madeFor: number
}

/**
 * What may be told where an administrator asks for larger groups (docs/decisions/012). It is made of what is told of groups
 * of six and of nothing else, and each size is a multiple of the one before: whoever sees figures before and after a change
 * of the setting, in whichever order, knows no more than the finer of them tells.
 */
export function coarser(view: Analytics, { least, madeFor }: Sizes): Analytics {
  if (least <= minimumGroup) return view
  const { coverage, engagement } = view
  const { enrolled, eligible } = coverage
  const isTold = enrolled !== null && mayBeTold(enrolled, eligible, least)
  const only = (figure: number | null) => (isTold ? figure : null)
  const inStep = (count: number | null) => (isTold ? stepOf(count, least) : null)
  const totalSessions = inStep(engagement.totalSessions)
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
      activeUsers: inStep(engagement.activeUsers),
      totalSessions,
      averageSessionsPerPatient:
        enrolled && totalSessions && Math.round((10 * totalSessions) / enrolled) / 10,
      // The quarter of an hour of most people was found by groups of the size that the edition was made for.
      sessionDuration: madeFor < least ? null : only(engagement.sessionDuration),
    },
    risk: view.risk.map((row): RiskMonth => ({
      ...row,
      highRisk: inStep(row.highRisk),
      mediumRisk: inStep(row.mediumRisk),
      lowRisk: inStep(row.lowRisk),
      total: inStep(row.total),
    })),
  }
}

const stepOf = (count: number | null, least: number) =>
  count === null || count < least ? null : count - (count % least)
