import { type AllAnalytics, type Analytics, mostlyIn } from '#contract/analytics.ts'
import type { RiskLevel } from '#contract/clients.ts'

/**
 * Sums of what the views of the single organizations tell, and of nothing else: whoever subtracts those from these
 * finds what they knew already (docs/decisions/012).
 */
export function sumsOf(
  organizations: readonly Analytics[],
  months: readonly string[],
): AllAnalytics['all'] {
  return {
    engagement: engagementOf(organizations),
    risk: months.map((month, index) => {
      const rows = organizations.flatMap(({ risk }) => risk[index] ?? [])
      const most = rows.map(mostlyIn)
      const having = (level: RiskLevel) => most.filter((it) => it === level).length
      return {
        month,
        isCurrent: index === months.length - 1,
        highRisk: sumOf(rows, (it) => it.highRisk),
        mediumRisk: sumOf(rows, (it) => it.mediumRisk),
        lowRisk: sumOf(rows, (it) => it.lowRisk),
        total: sumOf(rows, (it) => it.total),
        organizations: { high: having('high'), medium: having('medium'), low: having('low') },
      }
    }),
  }
}

function engagementOf(organizations: readonly Analytics[]): Analytics['engagement'] {
  // Shares can only be made where the whole is told.
  const exact = organizations.filter(({ coverage }) => coverage.enrolled !== null)
  const enrolled = sumOf(exact, ({ coverage }) => coverage.enrolled)
  const perEnrolled = (of: (it: Analytics['engagement']) => number | null) =>
    over(
      sumOf(exact, ({ engagement }) => of(engagement)),
      enrolled,
    )
  const eligible = sumOf(exact, ({ coverage }) => coverage.eligible)
  const firstSession = perEnrolled(({ funnel }) => funnel.firstSession)
  const registration = over(enrolled, eligible)
  const sessions = perEnrolled((it) => it.totalSessions)
  return {
    funnel: {
      invited: sumOf(organizations, ({ coverage }) => coverage.eligible) ?? 0,
      registered: sumOf(organizations, ({ engagement }) => engagement.funnel.registered),
      firstSession: sumOf(organizations, ({ engagement }) => engagement.funnel.firstSession),
    },
    registrationPercent: registration && Math.min(100, Math.round(registration * 100)),
    completionPercent: firstSession && Math.round(firstSession * 100),
    activeUsers: sumOf(organizations, ({ engagement }) => engagement.activeUsers),
    totalSessions: sumOf(organizations, ({ engagement }) => engagement.totalSessions),
    averageSessionsPerPatient: sessions && Math.round(sessions * 10) / 10,
    sessionDuration: mostCommonDuration(organizations),
  }
}

/** The duration that stands for the most sessions; null where two do. */
function mostCommonDuration(organizations: readonly Analytics[]) {
  const sessions = new Map<number, number>()
  for (const { engagement } of organizations) {
    const { sessionDuration: minutes, totalSessions } = engagement
    if (minutes !== null) sessions.set(minutes, (sessions.get(minutes) ?? 0) + (totalSessions ?? 0))
  }
  const [first, second] = [...sessions].toSorted(([, a], [, b]) => b - a)
  return first && first[1] !== second?.[1] ? first[0] : null
}

/** Null where no part is told. */
function sumOf<Part>(parts: readonly Part[], of: (part: Part) => number | null) {
  const told = parts.map(of).filter((it) => it !== null)
  return told.length ? told.reduce((all, it) => all + it, 0) : null
}

const over = (part: number | null, whole: number | null) =>
  part === null || whole === null || whole === 0 ? null : part / whole
