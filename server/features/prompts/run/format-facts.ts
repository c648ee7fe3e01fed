import type { Assignment } from '#contract/plans/assignments.ts'
import { checkLabel, isConfirmed, type ValueCheck } from '#contract/plans/plan-values.ts'
import { getDirection, computeTrend } from '#contract/rules/trend.ts'
import type { earlierSessions, earlierTexts } from './earlier-sessions.queries.ts'
import type { Facts } from './facts.ts'
import type { listAssessments, listMetricValues } from './progress.queries.ts'

// Facts as text for prompts: short, one per line, dates as calendar days.

type RowsOf<Q extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Q>>
type Days = Pick<Facts, 'dayOf'>

export const sessionLine = (
  { dayOf }: Days,
  { sessionDate, sessionDefinitionName, status }: RowsOf<typeof earlierSessions>[number],
) => `${dayOf(sessionDate)} ${sessionDefinitionName} (${status})`

type Counting = Awaited<ReturnType<Facts['counting']>>

/** " (not confirmed)" after values found by a model, so that another model does not take them for facts. */
export const checkMark = (check: ValueCheck | null | undefined) =>
  check && !isConfirmed(check) ? ` (${checkLabel[check]})` : ''

/** "; Stress level 80 (not confirmed), Burnout risk 62" */
export const foundIn = (sessionId: string, counting: Counting) => {
  const found = counting
    .filter((it) => it.sessionId === sessionId && it.value !== null)
    .map((it) => `${it.label} ${it.value}${checkMark(checkOfFound(it))}`)
  return found.length ? `; ${found.join(', ')}` : ''
}

const checkOfFound = ({ decision, isInferred }: Counting[number]): ValueCheck | null =>
  decision === 'rejected' ? null : (decision ?? (isInferred ? 'inferred' : 'not-confirmed'))

/** Truncated at a line break, with an ellipsis. */
export function bounded(text: string, characters: number) {
  if (text.length <= characters) return text
  const cut = text.slice(0, characters)
  return `${cut.slice(0, Math.max(cut.lastIndexOf('\n'), 0))}\n…`
}

export const formatNotes = ({ dayOf }: Days, texts: RowsOf<typeof earlierTexts>) =>
  texts
    .map(
      (it) =>
        `${it.sessionDefinitionName}, ${dayOf(it.sessionDate)}:\n${it.transcribedTextScripted ?? it.transcribedTextRaw}`,
    )
    .join('\n\n')

type Measured = RowsOf<typeof listMetricValues>

export const measuredIn = (week: number, values: Measured) =>
  values
    .filter(({ weekNumber }) => weekNumber === week)
    .map(measuredLine)
    .join(', ')

/** Values with their sources. */
export const measuredFrom = (week: number, values: Measured) =>
  values
    .filter(({ weekNumber }) => weekNumber === week)
    .map((it) => `${measuredLine({ ...it, check: null })} (${it.sources.join('; ')})`)
    .join(', ')

const measuredLine = (it: Pick<Measured[number], 'label' | 'numericValue' | 'unit' | 'check'>) =>
  `${it.label} ${it.numericValue}${it.unit ? ` ${it.unit}` : ''}${checkMark(it.check)}`

export const metricTrends = (values: RowsOf<typeof listMetricValues>) =>
  [...Map.groupBy(values, ({ label }) => label)]
    .map(([label, of]) => {
      const trend = computeTrend(of.map((it) => ({ week: it.weekNumber, value: it.numericValue })))
      const open = trend
        ? checkMark(of.find(({ check }) => check && !isConfirmed(check))?.check)
        : ''
      const change = trend && {
        direction: getDirection(trend.change),
        by: Math.abs(trend.change).toFixed(1),
      }
      return `${label}: ${change ? `${change.direction} by ${change.by} since week ${trend.since}${open}` : 'N/A'}`
    })
    .join('\n')

type Assessed = RowsOf<typeof listAssessments>[number]

/** The latest assessment, and the change since the previous one. */
export function burnoutChange(assessments: readonly Assessed[]) {
  const [latest, before] = [assessments.at(-1), assessments.at(-2)]
  if (!latest) return undefined
  const now = `${latest.riskScore} of 100${checkMark(latest.check)} in week ${latest.weekNumber}`
  if (!before) return now
  const change = Math.round((latest.riskScore - before.riskScore) * 10) / 10
  return `${now}, ${change > 0 ? '+' : ''}${change} since week ${before.weekNumber}`
}

export const assignments = (of: readonly Assignment[]) =>
  of
    .toSorted((a, b) => a.weekNumber - b.weekNumber)
    .map((it) => `${it.assignmentTypeName}${it.dueDate ? `, due ${it.dueDate}` : ''}`)
    .join('\n')

export function completionRate(of: readonly Assignment[]) {
  const done = of.filter(({ completedAt }) => completedAt !== null).length
  return of.length > 0
    ? `${Math.round((done / of.length) * 100)}% (${done} of ${of.length})`
    : undefined
}
