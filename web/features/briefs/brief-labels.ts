import type { BriefDisagreement, BriefDue, BriefMoved } from '#contract/briefs.ts'
import type { ScoreSource } from '#contract/plan-values.ts'
import { directionOf, type Trend } from '#contract/trend.ts'
import { formatCalendarDay } from '#web/lib/dates.ts'
import { formatDecimal, formatChange } from '#web/lib/numbers.ts'

/** How a figure stands to the one before: an arrow with its change, and since when. */
export function describeChange({ value, before }: BriefMoved) {
  if (!before) return undefined
  const change = value - before.value
  const direction: Trend['direction'] = directionOf(change)
  return {
    direction,
    change: direction === 'flat' ? '' : formatChange(change),
    since: `from ${formatDecimal(before.value)} in week ${before.week}`,
  }
}

export const formatDue = ({ dueDate, isOverdue }: BriefDue) =>
  dueDate === null
    ? 'no day'
    : `${isOverdue ? 'overdue since' : 'due on'} ${formatCalendarDay(dueDate)}`

const sourceLabel: Record<ScoreSource, string> = {
  questionnaire: 'the questionnaire says',
  person: 'a person says',
  model: 'the machine said',
}

/** "Burnout risk in week 3: the questionnaire says 70, a person says 40." */
export const formatDisagreement = ({ week, label, one, other }: BriefDisagreement) =>
  `${label} in week ${week}: ${sourceLabel[one.source]} ${formatDecimal(one.value)}, ${sourceLabel[other.source]} ${formatDecimal(other.value)}.`
