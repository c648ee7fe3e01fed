import type { Analytics } from '#contract/analytics.ts'

/** Eleven people at high, medium and low risk, whose burnout decreases from month to month. */
const course = [
  [7, 3, 1],
  [6, 4, 1],
  [4, 6, 1],
  [2, 7, 2],
  [1, 6, 4],
  [1, 4, 6],
] as const

/** In the currency of the installation; fictitious, so not rounded (docs/product.md, "Figures"). */
export const sampleFigures = (months: readonly string[], currency: string): Analytics => ({
  isSample: true,
  currency,
  coverage: {
    eligible: 25,
    enrolled: 11,
    coveragePercent: 44,
    totalMonthlyCost: 5000,
    costPerPatient: 200,
    costPerSession: 325,
  },
  engagement: {
    funnel: { invited: 25, registered: 11, firstSession: 9 },
    registrationPercent: 44,
    completionPercent: 82,
    activeUsers: 8,
    totalSessions: 64,
    averageSessionsPerPatient: 5.8,
    sessionDuration: 30,
  },
  risk: course.map(([highRisk, mediumRisk, lowRisk], index) => ({
    month: months[index] ?? '',
    isCurrent: index === course.length - 1,
    highRisk,
    mediumRisk,
    lowRisk,
    total: highRisk + mediumRisk + lowRisk,
  })),
})
