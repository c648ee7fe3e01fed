import type { Prompt } from '../llm.ts'

/** Lines of a kind that a page has room for. */
const mostLines = 5

/**
 * A page for the coach to read before a session, by rules: only what stands in the plan, what is overdue or moved first,
 * and questions that follow from it. Nothing in it says how somebody feels.
 */
export function formatPreparation(input: Prompt['input']) {
  const lines = (name: string) => (input[name] ?? '').split('\n').filter((it) => it.trim() !== '')
  const overdue = lines('overdueAssignments')
  const open = lines('activeAssignments').filter((it) => !overdue.includes(it))
  const completed = lines('recentCompletedAssignments')
  const trends = lines('metricTrends').flatMap(trendOf)
  const moved = trends
    .filter(({ direction }) => direction !== 'flat')
    .toSorted((a, b) => b.change - a.change)
  const steady = trends.filter(({ direction }) => direction === 'flat')
  const [session = ''] = lines('preparationContext')
  const told = (title: string) => sectionOf(input['preparationContext'], title)
  const parts: [title: string, lines: string[]][] = [
    ['Where things stand', standing(input)],
    ['What was said last', told('Said last')],
    ['What was promised', told('Promised')],
    ['Open questions of the client', told('Open questions of the client')],
    ['Where sources disagree', told('Sources that disagree')],
    [
      'What moved over the last weeks',
      [
        ...listed(moved.map(({ label, direction, by }) => `${label}: ${direction} by ${by}`)),
        ...(steady.length ? [`Much the same: ${steady.map(({ label }) => label).join(', ')}`] : []),
      ],
    ],
    [
      'Home assignments',
      [
        ...listed(overdue.map((it) => `Overdue: ${it}`)),
        ...listed(open.map((it) => `Open: ${it}`)),
        ...listed(completed.map((it) => `Completed lately: ${it}`)),
        ...of(input['assignmentCompletionRate'], (it) => `Completed of all: ${it}`),
      ],
    ],
    ['Earlier sessions', listed(lines('sessionHistory'))],
    ['Questions to begin with', questions({ overdue, completed, moved })],
  ]
  return [
    `Preparation for ${session.replace(/^Session: /, '') || 'the session'}`,
    ...parts.flatMap(([title, them]) =>
      them.length ? [`${title}\n${them.map((it) => `- ${it}`).join('\n')}`] : [],
    ),
  ].join('\n\n')
}

const standing = (input: Prompt['input']) => [
  ...of(input['treatmentDuration'], (it) => `In treatment for ${it}`),
  `Risk: ${input['riskLevel'] ?? 'not assessed'}`,
  // What counts and how it changed; what it comes from is told behind it.
  ...of(input['burnoutAnalysis']?.split('\n')[0], (it) => `Burnout: ${it}`),
]

/** The lines below a title of the context: those that begin with a dash. */
function sectionOf(context: string | undefined, title: string) {
  const lines = (context ?? '').split('\n')
  const from = lines.indexOf(`${title}:`)
  if (from < 0) return []
  const rest = lines.slice(from + 1)
  const end = rest.findIndex((it) => !it.startsWith('- '))
  return rest.slice(0, end < 0 ? rest.length : end).map((it) => it.slice(2))
}

type Trend = { label: string; direction: 'up' | 'down' | 'flat'; by: string; change: number }

/** `Stress: down by 20.0`, as a prompt is told of it; a metric without a trend says nothing. */
function trendOf(line: string): Trend[] {
  const [, label = '', direction, by = ''] = /^(.+): (up|down|flat) by ([\d.]+)$/.exec(line) ?? []
  return direction
    ? [{ label, direction: direction as Trend['direction'], by, change: Number(by) }]
    : []
}

type Known = { overdue: string[]; completed: string[]; moved: Trend[] }

/** What was not done comes before what was, and both before figures; the last one is always worth asking. */
function questions({ overdue, completed, moved }: Known) {
  const [late, done, most] = [overdue[0], completed[0], moved[0]]
  return [
    ...of(
      late,
      (it) => `“${nameOf(it)}” is overdue: what stood in the way, and is it still the right step?`,
    ),
    ...of(done, (it) => `“${nameOf(it)}” is done: what did it change?`),
    ...(most
      ? [`${most.label} went ${most.direction} by ${most.by}: what was different in those weeks?`]
      : []),
    'What should be different when this session ends?',
  ]
}

/** An assignment without its day. */
const nameOf = (assignment: string) => assignment.replace(/, due \d{4}-\d\d-\d\d$/, '')

const of = (value: string | undefined, say: (value: string) => string) =>
  value ? [say(value)] : []

const listed = (lines: readonly string[]) =>
  lines.length > mostLines
    ? [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more`]
    : [...lines]
