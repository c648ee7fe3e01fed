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

export const placeholderNames: ReadonlySet<Placeholder> = new Set(
  Object.values(placeholderGroups).flat(),
)

/**
 * `{{name}}`, with or without space inside; what looks like a slip of one too: `{{first name}}`, `{{first-name}}`. Single
 * braces are left alone, and what has quotes or colons in it: prompts hold JSON.
 */
const placeholder = /\{\{\s*([\p{L}\p{N}_.-]+(?: [\p{L}\p{N}_.-]+)*)\s*\}\}/gu

const names: ReadonlySet<string> = placeholderNames
export const isPlaceholder = (name: string): name is Placeholder => names.has(name)

/** Where a prompt names placeholders, known or not: from the first brace up to behind the last. */
export const findPlaceholders = (prompt: string) =>
  [...prompt.matchAll(placeholder)].map(({ 0: whole, 1: name = '', index }) => ({
    name,
    isKnown: isPlaceholder(name),
    from: index,
    to: index + whole.length,
  }))

/** What a prompt names that is no placeholder, each once. */
export const findUnknownPlaceholders = (prompt: string) => [
  ...new Set(findPlaceholders(prompt).flatMap(({ name, isKnown }) => (isKnown ? [] : [name]))),
]

/** Unknown names that a sentence tells, and characters of each. */
const maxListedNames = 5
const maxListedCharacters = 60

/** Why a prompt cannot be saved; undefined where every name in it is known. */
export function unknownPlaceholdersError(prompt: string) {
  const unknown = findUnknownPlaceholders(prompt)
  if (!unknown.length) return undefined
  const told = unknown
    .slice(0, maxListedNames)
    .map(
      (name) =>
        `{{${name.length > maxListedCharacters ? `${name.slice(0, maxListedCharacters)}…` : name}}}`,
    )
  const left = unknown.length - told.length
  const names = [...told, ...(left ? [`${left} more`] : [])]
  return unknown.length === 1
    ? `${names.join('')} is not a known placeholder`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are not known placeholders`
}
