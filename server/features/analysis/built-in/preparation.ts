import type { Prompt } from '../../../providers/llm/llm.ts'

/** Per section. */
const maxLines = 5

/** One page for the coach before a session, from the plan: overdue assignments and changes first, then questions. */
export function formatPreparation(input: Prompt['input']) {
  const lines = (name: string) => (input[name] ?? '').split('\n').filter((it) => it.trim() !== '')
  const overdue = lines('overdueAssignments')
  const open = lines('activeAssignments').filter((it) => !overdue.includes(it))
  const completed = lines('recentCompletedAssignments')
  const trends = lines('metricTrends').flatMap(parseTrend)
  const changed = trends
    .filter(({ direction }) => direction !== 'flat')
    .toSorted((a, b) => Number.parseFloat(b.by) - Number.parseFloat(a.by))
  const steady = trends.filter(({ direction }) => direction === 'flat').map(({ label }) => label)
  const [session = ''] = lines('preparationContext')
  const inContext = (title: string) => findSection(input['preparationContext'] ?? '', title)
  const sections: [title: string, lines: string[]][] = [
    ['Current status', statusLines(input)],
    ['Last said', inContext('Said last')],
    ['Agreed', inContext('Promised')],
    ['Open questions from the client', inContext('Open questions of the client')],
    ['Conflicting sources', inContext('Sources that disagree')],
    [
      'Changes',
      [
        ...limited(changed.map(({ label, direction, by }) => `${label}: ${direction} by ${by}`)),
        ...formatLine('Little change', steady.join(', ')),
      ],
    ],
    [
      'Home assignments',
      [
        ...limited(overdue.map((it) => `Overdue: ${it}`)),
        ...limited(open.map((it) => `Open: ${it}`)),
        ...limited(completed.map((it) => `Recently completed: ${it}`)),
        ...formatLine('Completion rate', input['assignmentCompletionRate']),
      ],
    ],
    ['Earlier sessions', limited(lines('sessionHistory'))],
    ['Suggested questions', questions(overdue[0], completed[0], changed[0])],
  ]
  return [
    `Preparation for ${session.replace(/^Session: /, '') || 'the session'}`,
    ...sections
      .filter(([, items]) => items.length)
      .map(([title, items]) => [title, ...items.map((it) => `- ${it}`)].join('\n')),
  ].join('\n\n')
}

const statusLines = (input: Prompt['input']) => [
  ...formatLine('In treatment for', input['treatmentDuration'], ' '),
  `Risk: ${input['riskLevel'] ?? 'not assessed'}`,
  // The other lines are the sources of the first.
  ...formatLine('Burnout', input['burnoutAnalysis']?.split('\n')[0]),
]

/** The items below a title, without dashes. */
function findSection(context: string, title: string) {
  const lines = context.split('\n')
  const from = lines.indexOf(`${title}:`) + 1
  if (from === 0) return []
  const end = lines.findIndex((it, index) => index >= from && !it.startsWith('- '))
  return lines.slice(from, end < 0 ? undefined : end).map((it) => it.slice(2))
}

/** `by`: '20.0 since week 1' */
type Trend = { label: string; direction: string; by: string }

/** Parses `Stress: down by 20.0 since week 1`. */
function parseTrend(line: string): Trend[] {
  const [, label = '', direction, by = ''] =
    /^(.+): (up|down|flat) by ([\d.]+ since week \d+)$/.exec(line) ?? []
  return direction ? [{ label, direction, by }] : []
}

const questions = (overdue?: string, completed?: string, changed?: Trend) => [
  ...(overdue
    ? [`“${getName(overdue)}” is overdue: what got in the way, and is it still the right step?`]
    : []),
  ...(completed ? [`“${getName(completed)}” is completed: what difference did it make?`] : []),
  ...(changed
    ? [`${changed.label} went ${changed.direction} by ${changed.by}: what was different?`]
    : []),
  'What would you like to be different by the end of this session?',
]

/** An assignment without its date. */
const getName = (assignment: string) => assignment.replace(/, due \d{4}-\d\d-\d\d$/, '')

const formatLine = (label: string, value: string | undefined, separator = ': ') =>
  value ? [label + separator + value] : []

const limited = (lines: readonly string[]) =>
  lines.length > maxLines
    ? [...lines.slice(0, maxLines), `and ${lines.length - maxLines} more`]
    : [...lines]
