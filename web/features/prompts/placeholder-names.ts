import {
  isPlaceholder,
  placeholderGroups,
  findPlaceholders,
  type Placeholder,
} from '#contract/prompts/placeholders.ts'
import type { Placeholders } from '#web/ui/placeholders.ts'

/** Each placeholder's value for the chosen session; null for N/A. Undefined while no session is chosen. */
export type PlaceholderValues = Record<string, string | null> | undefined

export const groups = Object.entries(placeholderGroups)

const all = groups.flatMap(([group, names]) => names.map((name) => ({ name, group })))

/** The placeholders for the prompt editor. */
export const placeholderNames = (values: PlaceholderValues): Placeholders => ({
  find: findPlaceholders,
  all,
  explain: (name) =>
    isPlaceholder(name)
      ? { what: placeholderDescriptions[name], ...(values && { now: values[name] ?? 'N/A' }) }
      : { what: 'Unknown placeholder.' },
})

const placeholderDescriptions: Record<Placeholder, string> = {
  clientId: 'ID of the client.',
  clientUserId: 'ID of the client’s user account.',
  clientOrganizationId: 'ID of the client’s organization.',
  clientCoachId: 'ID of the client’s coach.',
  familyRelation: 'Whether the client is an employee or a family member.',
  riskLevel: 'Risk level of the client: low, medium or high.',
  lastSessionDate: 'Date of the client’s last session.',
  nextSessionDate: 'Date of the client’s next session.',
  openSessions: 'Number of the client’s open sessions.',
  burnoutPercentage: 'The client’s latest burnout score in percent.',
  trendDirection: 'Burnout trend: up, down or stable.',
  trendValue: 'Change in burnout.',
  clientStatus: 'Status of the client: active, inactive or on_leave.',
  clientCreatedAt: 'When the client was added.',
  userEmail: 'Email address of the client.',
  firstName: 'First name of the client.',
  lastName: 'Last name of the client.',
  userRoles: 'Roles of the client’s user account.',
  userCreatedAt: 'When the client’s user account was created.',
  sessionId: 'ID of the session.',
  sessionClientId: 'ID of the session’s client.',
  sessionDefinitionId: 'ID of the session’s type.',
  sessionType: 'Whether the session is digital or physical.',
  sessionStatus: 'Status of the session: scheduled, open, completed or archived.',
  sessionDate: 'Date and time of the session.',
  recordingUrl: 'URL of the session’s recording.',
  transcribedTextRaw: 'Raw transcript of the session, line by line.',
  transcribedTextScripted: 'The conversation of the session, by speaker.',
  weekStart: 'First day of the session’s week.',
  weekNumber: 'Plan week of the session.',
  sessionYear: 'Year of the session.',
  sessionCreatedAt: 'When the session was scheduled.',
  organizationName: 'Name of the client’s organization.',
  organizationDescription: 'Description of the organization.',
  organizationCountry: 'Country of the organization.',
  organizationCity: 'City of the organization.',
  coachBio: 'Coach’s bio.',
  coachExperiencedSince: 'Year the coach started practicing.',
  coachCity: 'City of the coach.',
  coachCountry: 'Country of the coach.',
  coachStatus: 'Status of the coach.',
  previousSessionNotes: 'What was said in the previous session.',
  lastThreeSessionNotes: 'What was said in the previous three sessions.',
  sessionHistory: 'Earlier sessions and their results.',
  recentSessionDates: 'Dates of the previous five sessions.',
  currentWeekMetrics: 'This week’s metrics.',
  previousWeekMetrics: 'Last week’s metrics.',
  metricTrends: 'How each metric has changed from week to week.',
  latestBurnoutScore: 'The latest burnout score, 0 to 100.',
  burnoutTrend: 'The burnout scores, week by week.',
  burnoutAnalysis: 'Changes in burnout, with the reasons for each assessment.',
  activeAssignments: 'Home assignments not yet completed.',
  recentCompletedAssignments: 'Home assignments completed in the last four weeks.',
  assignmentCompletionRate: 'Share of home assignments completed.',
  overdueAssignments: 'Overdue home assignments.',
  currentDate: 'The day the prompt runs.',
  currentWeekNumber: 'Plan week when the prompt runs.',
  daysSinceLastSession: 'Days since the client’s last session.',
  weeksInTreatment: 'Weeks since the plan began.',
  treatmentDuration: 'Length of the plan so far, in words.',
  audioTranscript: 'The transcript the prompt runs on.',
  sessionTranscript: 'The session’s conversation, or its raw transcript if there is none.',
  weeklyData: 'The week at a glance: metrics, burnout, home assignments.',
  preparationContext:
    'What a coach needs before a session: history, metrics, burnout, assignments.',
}
