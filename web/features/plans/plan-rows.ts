import type { Assignment } from '#contract/plans/assignments.ts'
import { effectiveValues, valueByWeek } from '#contract/rules/metric-values.ts'
import {
  checkLabel,
  isConfirmed,
  type PlanMetric,
  type ValueCheck,
} from '#contract/plans/plan-values.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import type { TrendPoint } from '#contract/rules/trend.ts'

type PlanSession = SessionsAndMetrics['sessions'][number]

/** One row of a plan's grid: its contents by week, and the points of its trend. */
export type PlanRow<T> = { id: string; label: string; weeks: Map<number, T>; points: TrendPoint[] }

export type Completion = { completed: number; total: number }

/** One row per session type, in the order of the types. Archived sessions do not count towards its completion. */
export const sessionRows = (
  { sessionDefinitions, sessions }: Pick<SessionsAndMetrics, 'sessionDefinitions' | 'sessions'>,
  shown: readonly number[],
): (Omit<PlanRow<PlanSession[]>, 'points'> & { completion: Completion })[] => {
  const byType = Map.groupBy(sessions, (it) => it.sessionDefinitionId)
  return sessionDefinitions.map(({ id, name }) => {
    const weeks = byWeek(byType.get(id) ?? [])
    for (const inWeek of weeks.values())
      inWeek.sort((a, b) => Date.parse(a.sessionDate) - Date.parse(b.sessionDate))
    const planned = shown
      .flatMap((week) => weeks.get(week) ?? [])
      .filter(({ status }) => status !== 'archived')
    const completed = planned.filter(({ status }) => status === 'completed').length
    return { id, label: name, weeks, completion: { completed, total: planned.length } }
  })
}

/** One row per assigned type of home assignment; `completion` counts over all weeks. */
export function assignmentRows(
  assignments: readonly Assignment[],
): (PlanRow<Assignment[]> & { completion: Completion })[] {
  return [...Map.groupBy(assignments, (it) => it.assignmentTypeId)].map(([id, ofType]) => {
    const weeks = byWeek(ofType)
    return {
      id,
      label: ofType[0]?.assignmentTypeName ?? '',
      weeks,
      completion: countCompleted(ofType),
      points: [...weeks].map(([week, inWeek]) => ({
        week,
        value: countCompleted(inWeek).completed,
      })),
    }
  })
}

export const countCompleted = (
  assignments: readonly Pick<Assignment, 'completedAt'>[],
): Completion => ({
  completed: assignments.filter((it) => it.completedAt !== null).length,
  total: assignments.length,
})

/** A value that a person entered; `version` is sent when it is overwritten. */
export type EnteredValue = { value: number; version: number }
export type MetricRow = PlanRow<number> & {
  metric: PlanMetric
  entered: ReadonlyMap<number, EnteredValue>
  /** Whether a person confirmed what an analysis found, by week. */
  checks: ReadonlyMap<number, ValueCheck>
}

/** An analysis found the week's value, and nobody has confirmed it yet. */
export const isUnconfirmed = ({ checks }: Pick<MetricRow, 'checks'>, week: number) =>
  checks.has(week) && !isConfirmed(checks.get(week))

/** ", inferred" after an unconfirmed value; empty otherwise. */
export const unconfirmedText = (row: Pick<MetricRow, 'checks'>, week: number) => {
  const check = row.checks.get(week)
  return check && !isConfirmed(check) ? `, ${checkLabel[check]}` : ''
}

/** One row per metric, in the order of their categories. */
export function metricRows(
  { metrics, metricDefinitions }: Pick<SessionsAndMetrics, 'metrics' | 'metricDefinitions'>,
  shown: readonly number[],
): MetricRow[] {
  const byMetric = Map.groupBy(metrics, (it) => it.metricDefinitionId)
  return metricDefinitions.map((metric) => {
    const values = byMetric.get(metric.id) ?? []
    const manual = values.filter(({ source }) => source === 'manual')
    const entered = new Map(
      manual.map((it) => [it.weekNumber, { value: it.numericValue, version: it.version }] as const),
    )
    const checks = new Map(
      [...effectiveValues(values)].flatMap(([week, [one]]) =>
        one?.check ? [[week, one.check] as const] : [],
      ),
    )
    return {
      id: metric.id,
      label: metric.label,
      metric,
      entered,
      checks,
      ...valueRow(valueByWeek(values), shown),
    }
  })
}

/** The burnout risk by week, from the assessment that counts. */
export const burnoutRow = (
  assessments: SessionsAndMetrics['burnoutAssessments'],
  shown: readonly number[],
): PlanRow<number> & Pick<MetricRow, 'checks'> => {
  const counting = assessments.filter(({ rank }) => rank === 1)
  return {
    id: 'burnout',
    label: 'Burnout risk',
    checks: new Map(
      counting.flatMap(({ weekNumber, check }) => (check ? [[weekNumber, check] as const] : [])),
    ),
    ...valueRow(
      new Map(counting.map(({ weekNumber, riskScore }) => [weekNumber, riskScore])),
      shown,
    ),
  }
}

function valueRow(
  weeks: Map<number, number>,
  shown: readonly number[],
): Pick<PlanRow<number>, 'weeks' | 'points'> {
  const points = shown.flatMap((week) => {
    const value = weeks.get(week)
    return value === undefined ? [] : [{ week, value }]
  })
  return { weeks, points }
}

const byWeek = <T extends { weekNumber: number }>(items: readonly T[]) =>
  Map.groupBy(items, (it) => it.weekNumber)
