import { daysBetween } from '#contract/rules/calendar.ts'
import type {
  Placeholder,
  placeholderGroups,
  PlaceholderGroup,
} from '#contract/prompts/placeholders.ts'
import { weekStart } from '#contract/rules/weeks.ts'
import type { Facts } from './facts.ts'
import type { Value, Values } from './placeholders.ts'
import { formatBrief, formatPrivateNotes } from './format-brief.ts'
import { formatBurnout } from './format-burnout.ts'
import {
  assignments,
  bounded,
  completionRate,
  checkMark,
  foundIn,
  measuredFrom,
  measuredIn,
  metricTrends,
  formatNotes,
  sessionLine,
} from './format-facts.ts'

type Resolver = (facts: Facts) => Value | Promise<Value>
/** Complete: a missing placeholder is a compile error. */
type Of<G extends PlaceholderGroup> = Record<(typeof placeholderGroups)[G][number], Resolver>

const recentSessions = 5
/** Maximum number of earlier sessions with their values. */
const maxSessions = 20
/** Maximum length of placeholders that combine many facts. */
const maxCharacters = { burnout: 4_000, weekly: 6_000, preparation: 12_000 }
/** Weeks from which completed assignments count as recent. */
const recentWeeks = 4

const client: Of<'Client'> = {
  clientId: (it) => it.client.id,
  clientUserId: (it) => it.client.userId,
  clientOrganizationId: (it) => it.client.organizationId,
  clientCoachId: (it) => it.client.coachId,
  familyRelation: (it) => it.client.familyRelation,
  riskLevel: (it) => it.client.riskLevel,
  lastSessionDate: (it) => it.client.lastSessionDate,
  nextSessionDate: (it) => it.client.nextSessionDate,
  openSessions: (it) => it.client.openSessions,
  burnoutPercentage: (it) => it.client.burnoutPercentage,
  // "stable" in prompts, "flat" elsewhere (docs/product.md, "Trend").
  trendDirection: ({ client: { trendDirection: it } }) => (it === 'flat' ? 'stable' : it),
  trendValue: (it) => it.client.trendValue,
  clientStatus: (it) => it.client.status,
  clientCreatedAt: (it) => it.client.createdAt,
}

const user: Of<'User'> = {
  userEmail: (it) => it.client.userEmail,
  firstName: (it) => it.client.userFirstName,
  lastName: (it) => it.client.userLastName,
  userRoles: (it) => it.client.roles?.join(', '),
  userCreatedAt: (it) => it.client.userCreatedAt,
}

const session: Of<'Session'> = {
  sessionId: (it) => it.session.id,
  sessionClientId: (it) => it.session.clientId,
  sessionDefinitionId: (it) => it.session.sessionDefinitionId,
  sessionType: (it) => it.session.sessionType,
  sessionStatus: (it) => it.session.status,
  sessionDate: (it) => it.session.sessionDate,
  recordingUrl: (it) => it.session.recordingUrl,
  transcribedTextRaw: (it) => it.session.transcribedTextRaw,
  transcribedTextScripted: (it) => it.session.transcribedTextScripted,
  weekStart: (it) => weekStart(it.session.weekNumber, it.plan),
  weekNumber: (it) => it.session.weekNumber,
  sessionYear: (it) => it.dayOf(it.session.sessionDate).slice(0, 4),
  sessionCreatedAt: (it) => it.session.createdAt,
}

const organization: Of<'Organization'> = {
  organizationName: (it) => it.client.organizationName,
  organizationDescription: (it) => it.client.organizationDescription,
  organizationCountry: (it) => it.client.organizationCountry,
  organizationCity: (it) => it.client.organizationCity,
}

const coach: Of<'Coach'> = {
  coachBio: (it) => it.client.coachBio,
  coachExperiencedSince: (it) => it.client.coachExperiencedSince,
  coachCity: (it) => it.client.coachCity,
  coachCountry: (it) => it.client.coachCountry,
  coachStatus: (it) => it.client.coachStatus,
}

const history: Of<'History'> = {
  previousSessionNotes: async (it) => formatNotes(it, (await it.earlierTexts()).slice(0, 1)),
  lastThreeSessionNotes: async (it) => formatNotes(it, await it.earlierTexts()),
  sessionHistory: async (it) => {
    const [earlier, counting] = [await it.earlier(), await it.counting()]
    const shown = earlier
      .slice(0, maxSessions)
      .map((session) => `${sessionLine(it, session)}${foundIn(session.id, counting)}`)
    const more = earlier.length - shown.length
    return [...shown, ...(more ? [`and ${more} before`] : [])].join('\n')
  },
  recentSessionDates: async (it) =>
    (await it.earlier())
      .slice(0, recentSessions)
      .map(({ sessionDate }) => it.dayOf(sessionDate))
      .join(', '),
}

const metrics: Of<'Metrics'> = {
  currentWeekMetrics: async (it) => measuredIn(it.week, await it.metricValues()),
  previousWeekMetrics: async (it) => measuredIn(it.week - 1, await it.metricValues()),
  metricTrends: async (it) => metricTrends(await it.metricValues()),
  latestBurnoutScore: async (it) => {
    const latest = (await it.assessments()).at(-1)
    return latest && `${latest.riskScore}${checkMark(latest.check)}`
  },
  burnoutTrend: async (it) =>
    (await it.assessments())
      .map((of) => `W${of.weekNumber} ${of.riskScore}${checkMark(of.check)}`)
      .join(', '),
  burnoutAnalysis: async (it) => bounded(await formatBurnout(it), maxCharacters.burnout),
}

const homework: Of<'Assignments'> = {
  activeAssignments: async (it) =>
    assignments((await it.assignments()).filter(({ completedAt }) => completedAt === null)),
  recentCompletedAssignments: async ({ week, ...it }) =>
    assignments(
      (await it.assignments()).filter(
        ({ completedAt, weekNumber }) => completedAt !== null && weekNumber > week - recentWeeks,
      ),
    ),
  assignmentCompletionRate: async (it) => completionRate(await it.assignments()),
  overdueAssignments: async ({ today, ...it }) =>
    assignments(
      (await it.assignments()).filter(
        ({ completedAt, dueDate }) => completedAt === null && dueDate !== null && dueDate < today,
      ),
    ),
}

const time: Of<'Time'> = {
  currentDate: (it) => it.today,
  currentWeekNumber: (it) => it.week,
  daysSinceLastSession: ({ client: { lastSessionDate: last }, ...it }) =>
    last && daysBetween(it.dayOf(last), it.today),
  weeksInTreatment: (it) => it.week - 1,
  treatmentDuration: (it) => (it.week === 2 ? '1 week' : `${it.week - 1} weeks`),
}

const inputs: Of<'Raw inputs'> = {
  audioTranscript: (it) => it.audioTranscript,
  sessionTranscript: ({ session: it, audioTranscript }) =>
    it.transcribedTextScripted ?? it.transcribedTextRaw ?? audioTranscript,
  weeklyData: async (it) =>
    bounded(
      [
        `Week ${it.week}`,
        `Metrics: ${measuredFrom(it.week, await it.metricValues()) || 'none'}`,
        `Metrics of the week before: ${measuredFrom(it.week - 1, await it.metricValues()) || 'none'}`,
        `Assignments completed: ${(await homework.assignmentCompletionRate(it)) || 'none given'}`,
        `Burnout: ${(await metrics.burnoutAnalysis(it)) || 'not assessed'}`,
      ].join('\n'),
      maxCharacters.weekly,
    ),
  preparationContext: async (it) => {
    const { session: at } = it
    const shown = [
      ['Earlier sessions', await history.sessionHistory(it)],
      ['Metrics', await metrics.metricTrends(it)],
      ['Burnout', await metrics.burnoutAnalysis(it)],
      ['Open assignments', await homework.activeAssignments(it)],
      ['Overdue assignments', await homework.overdueAssignments(it)],
    ] as const
    const lines = [
      `Session: ${at.sessionDefinitionName} on ${it.dayOf(at.sessionDate)}, week ${at.weekNumber}`,
      `In treatment for ${String(await time.treatmentDuration(it))}; risk ${it.client.riskLevel ?? 'not assessed'}`,
      ...formatPrivateNotes(it, await it.notes()),
      ...formatBrief(it, await it.brief()),
      ...shown.flatMap(([title, value]) => (value ? [`${title}:\n${value}`] : [])),
    ]
    return bounded(lines.join('\n'), maxCharacters.preparation)
  },
}

/** The values of the placeholders in a prompt. */
export async function resolvePlaceholders(
  names: Iterable<Placeholder>,
  facts: Facts,
): Promise<Values> {
  const values: Values = {}
  for (const name of names) values[name] = await resolvers[name](facts)
  return values
}

/** The source of each placeholder. */
const resolvers: Record<Placeholder, Resolver> = {
  ...client,
  ...user,
  ...session,
  ...organization,
  ...coach,
  ...history,
  ...metrics,
  ...homework,
  ...time,
  ...inputs,
}
