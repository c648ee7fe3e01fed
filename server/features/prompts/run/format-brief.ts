import type { BriefContent, BriefMetric, BriefQuote } from '#contract/briefs/briefs.ts'
import type { ScoreSource } from '#contract/plans/plan-values.ts'
import { getDirection } from '#contract/rules/trend.ts'
import { bounded, checkMark } from './format-facts.ts'
import type { PlainFacts } from './facts.ts'

type Days = Pick<PlainFacts, 'dayOf'>

export const sourceNames: Record<ScoreSource, string> = {
  questionnaire: 'the questionnaire',
  person: 'a person',
  model: 'the machine',
}

/** Each part under its title, one fact per line. */
export function formatBrief(days: Days, brief: BriefContent) {
  const parts: [title: string, lines: string[]][] = [
    ['Said last', brief.said.map((it) => `${quoted(days, it)}, of ${it.about}`)],
    [
      'Moved since the session before',
      [...(brief.burnout ? [brief.burnout] : []), ...brief.metrics].map(movedLine),
    ],
    [
      'Due',
      brief.due.map(({ name, dueDate, isOverdue }) =>
        [name, dueDate && `due ${dueDate}`, isOverdue && 'overdue'].filter(Boolean).join(', '),
      ),
    ],
    [
      'Promised',
      brief.promised.map(({ by, text, note, isDone, quote }) => {
        if (quote) return `The ${by}: ${quoted(days, quote)}`
        const state = isDone ? 'done' : 'not done yet'
        return `The ${by}: ${text}${note ? ` (${note.replaceAll(/\s+/g, ' ')})` : ''}, ${state}`
      }),
    ],
    ['Open questions of the client', brief.questions.map((it) => quoted(days, it))],
    [
      'Sources that disagree',
      brief.disagreements.map(
        ({ week, label, one, other }) =>
          `${label} in week ${week}: ${sourceNames[one.source]} ${one.value}, ${sourceNames[other.source]} ${other.value}`,
      ),
    ],
  ]
  return parts.flatMap(([title, lines]) =>
    lines.length ? [`${title}:\n${lines.map((it) => `- ${it}`).join('\n')}`] : [],
  )
}

/** Characters of each note in a prompt. */
const maxNoteCharacters = 3_000

export const formatPrivateNotes = (
  { dayOf }: Days,
  notes: readonly { text: string; sessionDate: string | null }[],
) =>
  notes.map(
    ({ text, sessionDate }) =>
      `Private note of the coach${sessionDate ? ` on the session of ${dayOf(sessionDate)}` : ''}:\n${bounded(text, maxNoteCharacters)}`,
  )

const quoted = ({ dayOf }: Days, { text, session }: BriefQuote) =>
  `“${text}” (${dayOf(session.date)})`

function movedLine({ label, unit, value, week, before, check }: BriefMetric) {
  const now = `${label} ${value}${unit ? ` ${unit}` : ''}${checkMark(check)} in week ${week}`
  if (!before) return `${now}, for the first time`
  const direction = getDirection(value - before.value)
  return direction === 'flat'
    ? `${now}, as in week ${before.week}`
    : `${now}, ${direction} from ${before.value} in week ${before.week}`
}
