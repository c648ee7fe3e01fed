import { type AllAnalytics, type Analytics, dominantRisk } from '#contract/analytics/analytics.ts'
import type { RiskLevel } from '#contract/clients/clients.ts'

/**
 * Sums of the published figures of each organization, so that subtracting those reveals nothing (docs/decisions/012).
 */
export function sumOrganizations(
  organizations: readonly Analytics[],
  { invited, months }: { invited: number; months: readonly string[] },
): AllAnalytics['all'] {
  return {
    engagement: sumEngagement(organizations, invited),
    risk: months.map((month, index) => {
      const rows = organizations.flatMap(({ risk }) => risk[index] ?? [])
      const dominant = rows.map(dominantRisk)
      const having = (level: RiskLevel) => dominant.filter((it) => it === level).length
      return {
        month,
        isCurrent: index === months.length - 1,
        highRisk: sumPublished(rows, (it) => it.highRisk),
        mediumRisk: sumPublished(rows, (it) => it.mediumRisk),
        lowRisk: sumPublished(rows, (it) => it.lowRisk),
        total: sumPublished(rows, (it) => it.total),
        organizations: { high: having('high'), medium: having('medium'), low: having('low') },
      }
    }),
  }
}

function sumEngagement(
  organizations: readonly Analytics[],
  invited: number,
): Analytics['engagement'] {
  // Percentages need published totals.
  const exact = organizations.filter(({ coverage }) => coverage.enrolled !== null)
  const enrolled = sumPublished(exact, ({ coverage }) => coverage.enrolled)
  const perEnrolled = (of: (it: Analytics['engagement']) => number | null) =>
    ratio(
      sumPublished(exact, ({ engagement }) => of(engagement)),
      enrolled,
    )
  const eligible = sumPublished(exact, ({ coverage }) => coverage.eligible)
  const registered = sumPublished(exact, ({ engagement }) => engagement.funnel.registered)
  const firstSession = ratio(enrolled, registered)
  const registration = ratio(registered, eligible)
  const sessions = perEnrolled((it) => it.totalSessions)
  return {
    funnel: {
      invited,
      registered,
      firstSession: sumPublished(organizations, ({ engagement }) => engagement.funnel.firstSession),
    },
    registrationPercent: registration && Math.min(100, Math.round(registration * 100)),
    completionPercent: firstSession && Math.min(100, Math.round(firstSession * 100)),
    activeUsers: sumPublished(organizations, ({ engagement }) => engagement.activeUsers),
    totalSessions: sumPublished(organizations, ({ engagement }) => engagement.totalSessions),
    averageSessionsPerPatient: sessions && Math.round(sessions * 10) / 10,
    sessionDuration: mostCommonDuration(organizations),
    answered: sumPublished(organizations, ({ engagement }) => engagement.answered),
    helpful: sumPublished(organizations, ({ engagement }) => engagement.helpful),
    // That of the sums can be higher than the exact one.
    helpfulPercent: null,
  }
}

/** Null for a tie. */
function mostCommonDuration(organizations: readonly Analytics[]) {
  const sessions = new Map<number, number>()
  for (const { engagement } of organizations) {
    const { sessionDuration: minutes, totalSessions } = engagement
    if (minutes !== null) sessions.set(minutes, (sessions.get(minutes) ?? 0) + (totalSessions ?? 0))
  }
  const [first, second] = [...sessions].toSorted(([, a], [, b]) => b - a)
  return first && first[1] !== second?.[1] ? first[0] : null
}

/** Null if no part is published. */
function sumPublished<Part>(parts: readonly Part[], of: (part: Part) => number | null) {
  const published = parts.map(of).filter((it) => it !== null)
  return published.length ? published.reduce((all, it) => all + it, 0) : null
}

const ratio = (part: number | null, whole: number | null) =>
  part === null || whole === null || whole === 0 ? null : part / whole
