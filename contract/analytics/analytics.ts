import { z } from 'zod'
import { idOnly, rowId } from '../bounds.ts'
import { riskLevel, type RiskLevel } from '../clients/clients.ts'
import { coachStatus } from '../coaches/coaches.ts'
import { endpoint } from '../endpoint.ts'
import { admins } from '../roles.ts'

/** Figures never describe fewer people (docs/product.md, "Figures"); an installation can set more. */
export const minimumGroup = 6

/**
 * A count rounded down to a multiple of `minimumGroup`, because exact ones could be subtracted: 12 means 12 to 17,
 * shown as `12+`. Null: 0 to 5. Exact in a sample.
 */
const roundedCount = z.number().int().nullable()
/** Exact; null where it would describe fewer than `minimumGroup` people. */
const guardedFigure = z.number().nullable()

/** People by risk band of their latest assessment at the end of a calendar month. */
export const riskMonth = z.object({
  /** YYYY-MM */
  month: z.string(),
  isCurrent: z.boolean(),
  highRisk: roundedCount,
  mediumRisk: roundedCount,
  lowRisk: roundedCount,
  /** Everybody with an assessment. */
  total: roundedCount,
})
export type RiskMonth = z.infer<typeof riskMonth>

/** The band with the most people, from rounded counts; null for a tie. */
export function dominantRisk({ highRisk, mediumRisk, lowRisk }: RiskMonth): RiskLevel | null {
  const bands = [
    { level: 'high', people: highRisk ?? 0 },
    { level: 'medium', people: mediumRisk ?? 0 },
    { level: 'low', people: lowRisk ?? 0 },
  ] as const
  const most = Math.max(...bands.map(({ people }) => people))
  const [first, second] = bands.filter(({ people }) => people === most)
  return most > 0 && first && !second ? first.level : null
}

const engagement = z.object({
  funnel: z.object({
    /** Everybody who is eligible. */
    invited: z.number().int(),
    /** Employees with an account, now. Only for administrators, who see every account; null for others. */
    registered: z.number().int().nullable(),
    /** The enrolled: who had a session and agreed to be counted. */
    firstSession: guardedFigure,
  }),
  /** Registered of invited, in percent; null without registered. */
  registrationPercent: guardedFigure,
  /** First session of registered, in percent; null without registered. */
  completionPercent: guardedFigure,
  /** Clients with a session in the last `activeDays` days. */
  activeUsers: roundedCount,
  /** Each person's sessions are capped at what a whole group reaches. */
  totalSessions: roundedCount,
  averageSessionsPerPatient: guardedFigure,
  /**
   * Most common length of recorded sessions: the start of the quarter of an hour in minutes, at most `maxDuration`. An
   * average would reveal one long session.
   */
  sessionDuration: guardedFigure,
  /** People by their last feedback: all who gave it, and those who found the session helpful (`helpfulFrom`). */
  answered: roundedCount,
  helpful: roundedCount,
  /** From the rounded counts, and never more than the exact share; null in sums. */
  helpfulPercent: guardedFigure,
})

/** From the finest on. */
export const periodKinds = ['month', 'quarter', 'year'] as const
export type PeriodKind = (typeof periodKinds)[number]

const participation = z.object({
  /** The finest that enough people take part in. */
  by: z.enum(periodKinds),
  /** Twelve months, four quarters, or this and the last year, in UTC; the last is the current one. */
  periods: z.array(
    z.object({
      /** YYYY-MM, YYYY-Qn or YYYY */
      period: z.string(),
      isCurrent: z.boolean(),
      /** With a session in it. */
      people: roundedCount,
    }),
  ),
})
export type Participation = z.infer<typeof participation>

const outcomes = z.object({
  participation,
  /** People with a questionnaire of the last year that can be compared with their first one. */
  measured: roundedCount,
  /**
   * Of those, reliably better at the latest one than at first (`findChanges`), and with no instrument reliably worse.
   */
  improved: roundedCount,
  /** From the rounded counts, and never more than the exact share. */
  improvedPercent: guardedFigure,
  /** Median of those who improved. */
  sessionsUntilImproved: guardedFigure,
  /** Median from registration, of those whose first session was in the last year. */
  daysToFirstSession: guardedFigure,
})

/** Days in which a client counts as active. */
export const activeDays = 30

/** Minutes. */
export const durationStep = 15
export const maxDuration = 60

export const analytics = z.object({
  /** True: too few people are enrolled, these are sample figures. */
  isSample: z.boolean(),
  /** ISO 4217. */
  currency: z.string(),
  coverage: z.object({
    eligible: z.number().int(),
    /** Null also where fewer than `minimumGroup` eligible people are not enrolled. */
    enrolled: guardedFigure,
    /** 0 to 100. */
    coveragePercent: guardedFigure,
    /** Eligible employees times the monthly price of each. */
    totalMonthlyCost: z.number(),
    /** Per eligible employee and month. */
    costPerPatient: z.number(),
    costPerSession: z.number(),
  }),
  engagement,
  outcomes,
  /** Six months, the last is the current one. */
  risk: z.array(riskMonth),
})
export type Analytics = z.infer<typeof analytics>

export const organizationAnalytics = analytics.extend({
  organizationName: z.string(),
  /** The minimum group size of the installation, a multiple of `minimumGroup`. */
  minimumGroup: z.number().int(),
  /** People needed for real figures. They count once they had a session and agreed. */
  minCounted: z.number().int(),
  /** Who count now. Only for administrators, who can see every client; null for others. */
  counted: z.number().int().nullable(),
})
export type OrganizationAnalytics = z.infer<typeof organizationAnalytics>

export const getOrganizationAnalytics = endpoint('GET /api/organizations/{id}/analytics', {
  access: [...admins, 'org_user'],
  shows: ['organization', 'client', 'session'],
  summary: 'Aggregated figures of one organization; org users only of their own',
  params: idOnly,
  response: organizationAnalytics,
})

export const getOwnOrganization = endpoint('GET /api/my-organization', {
  access: ['org_user'],
  shows: ['organization'],
  summary: 'The organization of the signed-in org user',
  errorCodes: ['not-found'],
  response: z.object({ id: rowId(), name: z.string() }),
})

/** Organizations in the comparison, largest first. */
export const maxComparedOrganizations = 200

/** Sums of the published figures of each organization, so that subtracting reveals nothing. */
export const allAnalytics = z.object({
  organizations: z.array(
    z.object({
      id: rowId(),
      name: z.string(),
      eligible: z.number().int(),
      enrolled: guardedFigure,
      coveragePercent: guardedFigure,
      dominantRisk: riskLevel.nullable(),
    }),
  ),
  /** The minimum group size of the installation, a multiple of `minimumGroup`. */
  minimumGroup: z.number().int(),
  /** Organizations, and those included in the sums. */
  organizationCount: z.number().int(),
  includedCount: z.number().int(),
  all: z.object({
    engagement,
    risk: z.array(
      riskMonth.extend({
        /** Organizations by dominant risk. */
        organizations: z.object({
          high: z.number().int(),
          medium: z.number().int(),
          low: z.number().int(),
        }),
      }),
    ),
  }),
})
export type AllAnalytics = z.infer<typeof allAnalytics>

export const getAnalytics = endpoint('GET /api/admin/analytics', {
  access: admins,
  shows: ['organization', 'client', 'session'],
  summary: 'Aggregated figures over all organizations',
  response: allAnalytics,
})

export const overviewDays = 7

/** What a new installation needs, in the order of the list. */
export const firstStep = z.enum([
  ...['brandName', 'timeZone', 'country', 'email', 'backup'],
  ...['organization', 'coach', 'secondFactor'],
] as const)
export type FirstStep = z.infer<typeof firstStep>

export const overview = z.object({
  /** Only for system administrators, and while the setting `showFirstSteps` is on. */
  firstSteps: z.array(z.object({ step: firstStep, isDone: z.boolean() })),
  clients: z.number().int(),
  sessionsThisWeek: z.number().int(),
  /** Monday to Sunday of this week, in the installation's time zone. */
  sessionsByDay: z.array(z.object({ day: z.string(), count: z.number().int() })),
  /** Clients waiting for each step (docs/product.md, "Client row"). */
  waiting: z.object({
    coach: z.number().int(),
    recording: z.number().int(),
    transcription: z.number().int(),
    conversation: z.number().int(),
  }),
  /** In the last `overviewDays` days. */
  executions: z.number().int(),
  executionErrors: z.number().int(),
  uploadsInProgress: z.number().int(),
  transcriptionsInProgress: z.number().int(),
  failedMessages: z.number().int(),
  /** Clients with a safety mark that nobody has acknowledged in time; oldest first. */
  waitingMarks: z.array(z.object({ clientId: rowId(), raisedAt: z.string() })),
  /** Coaches on leave or inactive with sessions ahead. */
  awayCoaches: z.array(
    z.object({
      id: rowId(),
      name: z.string(),
      status: coachStatus,
      sessions: z.number().int(),
    }),
  ),
})
export type Overview = z.infer<typeof overview>

export const getOverview = endpoint('GET /api/admin/overview', {
  access: admins,
  shows: [
    ...(['client', 'session', 'upload', 'execution', 'message', 'coach', 'questionnaire'] as const),
    ...(['setting', 'integration', 'organization', 'user'] as const),
  ],
  summary: 'Overview of all clients',
  response: overview,
})
