/**
 * Placeholders in prompts, as `{{name}}` (docs/product.md, "Prompts"): the server replaces them with data, the
 * settings list them by group.
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
 * `{{name}}`, with or without inner spaces, and likely mistakes: `{{first name}}`, `{{first-name}}`. Single braces, and
 * anything with quotes or colons, are ignored, because prompts contain JSON.
 */
const placeholder = /\{\{\s*([\p{L}\p{N}_.-]+(?: [\p{L}\p{N}_.-]+)*)\s*\}\}/gu

const names: ReadonlySet<string> = placeholderNames
export const isPlaceholder = (name: string): name is Placeholder => names.has(name)

/** Placeholders in a prompt, known or not, with their offsets; `to` is exclusive. */
export const findPlaceholders = (prompt: string) =>
  [...prompt.matchAll(placeholder)].map(({ 0: whole, 1: name = '', index }) => ({
    name,
    isKnown: isPlaceholder(name),
    from: index,
    to: index + whole.length,
  }))

/** Unknown placeholders in a prompt, without duplicates. */
export const findUnknownPlaceholders = (prompt: string) => [
  ...new Set(findPlaceholders(prompt).flatMap(({ name, isKnown }) => (isKnown ? [] : [name]))),
]

/** Maximum number of unknown names in an error, and of characters of each. */
const maxListedNames = 5
const maxListedCharacters = 60

/** Error for unknown placeholders in a prompt; undefined if valid. */
export function unknownPlaceholdersError(prompt: string) {
  const unknown = findUnknownPlaceholders(prompt)
  if (!unknown.length) return undefined
  const listed = unknown
    .slice(0, maxListedNames)
    .map(
      (name) =>
        `{{${name.length > maxListedCharacters ? `${name.slice(0, maxListedCharacters)}…` : name}}}`,
    )
  const left = unknown.length - listed.length
  const names = [...listed, ...(left ? [`${left} more`] : [])]
  return unknown.length === 1
    ? `${names.join('')} is not a known placeholder`
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are not known placeholders`
}
