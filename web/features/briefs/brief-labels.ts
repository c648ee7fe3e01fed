import type { BriefDisagreement, BriefDue, BriefMetric } from '#contract/briefs/briefs.ts'
import type { ScoreSource } from '#contract/plans/plan-values.ts'
import { getDirection, type Trend } from '#contract/rules/trend.ts'
import { formatCalendarDay } from '#web/lib/dates.ts'
import { formatDecimal, formatChange } from '#web/lib/numbers.ts'

/** The change from the previous value: '+20', 'from 60 in week 2'. */
export function describeChange({ value, before }: BriefMetric) {
  if (!before) return undefined
  const change = value - before.value
  const direction: Trend['direction'] = getDirection(change)
  return {
    direction,
    change: direction === 'flat' ? '' : formatChange(change),
    since: `from ${formatDecimal(before.value)} in week ${before.week}`,
  }
}

export const formatDue = ({ dueDate, isOverdue }: BriefDue) =>
  dueDate === null
    ? 'no due date'
    : `${isOverdue ? 'overdue since' : 'due on'} ${formatCalendarDay(dueDate)}`

const sourceLabel: Record<ScoreSource, string> = {
  questionnaire: 'from the questionnaire',
  person: 'entered by a person',
  model: 'from the analysis',
}

/** 'Burnout risk in week 3: 70 from the questionnaire, 40 entered by a person.' */
export const formatDisagreement = ({ week, label, one, other }: BriefDisagreement) =>
  `${label} in week ${week}: ${formatDecimal(one.value)} ${sourceLabel[one.source]}, ${formatDecimal(other.value)} ${sourceLabel[other.source]}.`
