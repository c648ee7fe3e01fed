/**
 * What a template may name as `{{name}}` in its prompts (specification part 2, section 3): the server puts real data
 * in its place, the settings offer the names by group.
 */
export const placeholderGroups = {
  Client: [
    'clientId',
    'clientUserId',
    'clientOrganizationId',
    'clientCoachId',
    'familyRelation',
    'riskLevel',
    'lastSessionDate',
    'nextSessionDate',
    'openSessions',
    'burnoutPercentage',
    'trendDirection',
    'trendValue',
    'clientStatus',
    'clientCreatedAt',
  ],
  User: ['userEmail', 'firstName', 'lastName', 'userRoles', 'userCreatedAt'],
  Session: [
    'sessionId',
    'sessionClientId',
    'sessionDefinitionId',
    'sessionType',
    'sessionStatus',
    'sessionDate',
    'recordingUrl',
    'transcribedTextRaw',
    'transcribedTextScripted',
    'weekStart',
    'weekNumber',
    'sessionYear',
    'sessionCreatedAt',
  ],
  Organization: [
    'organizationName',
    'organizationDescription',
    'organizationCountry',
    'organizationCity',
  ],
  Coach: ['coachBio', 'coachExperiencedSince', 'coachCity', 'coachCountry', 'coachStatus'],
  History: [
    'previousSessionNotes',
    'lastThreeSessionNotes',
    'sessionHistory',
    'recentSessionDates',
  ],
  Metrics: [
    'currentWeekMetrics',
    'previousWeekMetrics',
    'metricTrends',
    'latestBurnoutScore',
    'burnoutTrend',
    'burnoutAnalysis',
  ],
  Assignments: [
    'activeAssignments',
    'recentCompletedAssignments',
    'assignmentCompletionRate',
    'overdueAssignments',
  ],
  Time: [
    'currentDate',
    'currentWeekNumber',
    'daysSinceLastSession',
    'weeksInTreatment',
    'treatmentDuration',
  ],
  'Raw inputs': ['audioTranscript', 'sessionTranscript', 'weeklyData', 'preparationContext'],
} as const

export type PlaceholderGroup = keyof typeof placeholderGroups
export type Placeholder = (typeof placeholderGroups)[PlaceholderGroup][number]

export const placeholderNames: ReadonlySet<string> = new Set<string>(
  Object.values(placeholderGroups).flat(),
)
