import { z } from 'zod'
import { rowId } from './bounds.ts'
import { riskLevel, type RiskLevel } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { admins } from './roles.ts'

/** No figure is shown about fewer people than this (product decisions, section 6); an installation may ask for more. */
export const minimumGroup = 6

/**
 * A count in steps of `minimumGroup`, because two exact ones could be subtracted: 12 means "12 or more", not yet 18.
 * Null: fewer than 6, which may be none. To be shown as `12+`. Exact in a sample.
 */
const atLeast = z.number().int().nullable()
/** A figure that is exact, or null where it would tell about fewer than `minimumGroup` people. */
const guarded = z.number().nullable()

/** People by the band of their latest burnout assessment up to the end of a calendar month. */
export const riskMonth = z.object({
  /** YYYY-MM */
  month: z.string(),
  isCurrent: z.boolean(),
  highRisk: atLeast,
  mediumRisk: atLeast,
  lowRisk: atLeast,
  /** Everybody with an assessment. */
  total: atLeast,
})
export type RiskMonth = z.infer<typeof riskMonth>

/** The band that most people are in, as far as the steps tell; null where they do not. */
export function mostlyIn({ highRisk, mediumRisk, lowRisk }: RiskMonth): RiskLevel | null {
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
    /** Everybody who may take part: the link is open to all of them. */
    invited: z.number().int(),
    /** Exactly: they are the enrolled. */
    registered: guarded,
    firstSession: guarded,
  }),
  /** Registered of invited, in per cent. */
  registrationPercent: guarded,
  /** First session of registered, in per cent. */
  completionPercent: guarded,
  /** Clients with a session in the last `activeDays` days. */
  activeUsers: atLeast,
  /** Of the few who have the most, no more than the sixth of them has. */
  totalSessions: atLeast,
  averageSessionsPerPatient: guarded,
  /**
   * How long most people's recorded sessions are: minutes from which the quarter of an hour begins, or from
   * `longestDuration` up. An average would show one long session.
   */
  sessionDuration: guarded,
})

/** Specification part 1, section 9. */
export const activeDays = 30

/** Minutes of a recorded session are told in quarters of an hour, up to an hour and more. */
export const durationStep = 15
export const longestDuration = 60

export const analytics = z.object({
  /** True: too few are registered yet, these are the specification's sample figures. */
  isSample: z.boolean(),
  /** ISO 4217. */
  currency: z.string(),
  coverage: z.object({
    eligible: z.number().int(),
    /** Exact. Null also where fewer than `minimumGroup` would remain: the rest is a group as well. */
    enrolled: guarded,
    /** 0 to 100. */
    coveragePercent: guarded,
    /** Eligible employees times the monthly price of each. */
    totalMonthlyCost: z.number(),
    /** Per eligible employee and month. */
    costPerPatient: z.number(),
    costPerSession: z.number(),
  }),
  engagement,
  /** Six months, the last is the current one. */
  risk: z.array(riskMonth),
})
export type Analytics = z.infer<typeof analytics>

export const organizationAnalytics = analytics.extend({
  organizationName: z.string(),
  /** The minimum group size in force: `minimumGroup` or a multiple of it. */
  minimumGroup: z.number().int(),
  /** How many must be registered before the figures are no sample. People count from their first session on. */
  leastRegistered: z.number().int(),
  /** How many are. For administrators, who see every client anyway: a count under six is nobody else's to know. */
  registered: z.number().int().nullable(),
})
export type OrganizationAnalytics = z.infer<typeof organizationAnalytics>

export const getOrganizationAnalytics = endpoint('GET /api/organizations/{id}/analytics', {
  access: [...admins, 'org_user'],
  shows: ['organization', 'client', 'session'],
  summary: 'Aggregated figures of one organization; an org_user reads the own',
  params: z.object({ id: rowId() }),
  response: organizationAnalytics,
})

/** An org_user does not know the key of the own organization. */
export const getOwnOrganization = endpoint('GET /api/my-organization', {
  access: ['org_user'],
  shows: ['organization'],
  summary: 'The organization of the org_user who asks',
  refuses: ['not-found'],
  response: z.object({ id: rowId(), name: z.string() }),
})

/** Organizations that the comparison names at most; the largest come first. */
export const mostCompared = 200

/** Sums over all organizations of what each one's own view shows, so that nothing can be found by subtracting them. */
export const allAnalytics = z.object({
  organizations: z.array(
    z.object({
      id: rowId(),
      name: z.string(),
      eligible: z.number().int(),
      enrolled: guarded,
      coveragePercent: guarded,
      /** The band that most people are in now, as far as the steps tell. */
      mostlyIn: riskLevel.nullable(),
    }),
  ),
  /** The minimum group size in force: `minimumGroup` or a multiple of it. */
  minimumGroup: z.number().int(),
  /** How many organizations there are, and of how many the figures are in the sums. */
  organizationCount: z.number().int(),
  includedCount: z.number().int(),
  all: z.object({
    engagement,
    risk: z.array(
      riskMonth.extend({
        /** How many organizations have most of their people in which band. */
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

/** Days back for which the overview counts runs of prompts. */
export const overviewDays = 7

export const overview = z.object({
  clients: z.number().int(),
  sessionsThisWeek: z.number().int(),
  /** Monday to Sunday of this week, in the installation's time zone. */
  sessionsByDay: z.array(z.object({ day: z.string(), count: z.number().int() })),
  /** Clients, by the definitions of product decisions, section 5. */
  waiting: z.object({
    coach: z.number().int(),
    recording: z.number().int(),
    transcription: z.number().int(),
    conversation: z.number().int(),
  }),
  /** Runs of prompts in the last `overviewDays` days. */
  executions: z.number().int(),
  executionErrors: z.number().int(),
  uploadsInProgress: z.number().int(),
  transcriptionsInProgress: z.number().int(),
  /** Messages to people that were given up. */
  failedMessages: z.number().int(),
})
export type Overview = z.infer<typeof overview>

export const getOverview = endpoint('GET /api/admin/overview', {
  access: admins,
  shows: ['client', 'session', 'upload', 'execution', 'message'],
  summary: 'What is going on with all clients',
  response: overview,
})
