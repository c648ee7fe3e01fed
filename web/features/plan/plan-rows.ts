import type { Assignment } from '#contract/assignments.ts'
import { effectiveByWeek, effectiveValues, valueByWeek } from '#contract/scores.ts'
import { checkLabel, isConfirmed, type PlanMetric, type ValueCheck } from '#contract/plan-values.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import type { TrendPoint } from '#contract/trend.ts'

type PlanSession = SessionsAndMetrics['sessions'][number]

/** One row of a plan's grid: what each week holds, and the values that its trend is made of. */
export type PlanRow<T> = { id: string; label: string; weeks: Map<number, T>; points: TrendPoint[] }

/** Of a type's sessions in the shown weeks: how many are completed, of how many that were not archived. */
export type Held = { completed: number; planned: number }

/** One row per session type, in the order of the types. */
export const sessionRows = (
  { sessionDefinitions, sessions }: Pick<SessionsAndMetrics, 'sessionDefinitions' | 'sessions'>,
  shown: readonly number[],
): (Omit<PlanRow<PlanSession[]>, 'points'> & { held: Held })[] => {
  const byType = Map.groupBy(sessions, (it) => it.sessionDefinitionId)
  return sessionDefinitions.map(({ id, name }) => {
    const weeks = byWeek(byType.get(id) ?? [])
    for (const inWeek of weeks.values())
      inWeek.sort((a, b) => Date.parse(a.sessionDate) - Date.parse(b.sessionDate))
    const planned = shown
      .flatMap((week) => weeks.get(week) ?? [])
      .filter(({ status }) => status !== 'archived')
    const completed = planned.filter(({ status }) => status === 'completed').length
    return { id, label: name, weeks, held: { completed, planned: planned.length } }
  })
}

/** How many assignments are done, of how many. */
export type Done = { completed: number; all: number }

/** One row per type of home assignment that the client was given; `total` counts over all weeks. */
export function assignmentRows(
  assignments: readonly Assignment[],
): (PlanRow<Assignment[]> & { total: Done })[] {
  return [...Map.groupBy(assignments, (it) => it.assignmentTypeId)].map(([id, ofType]) => {
    const weeks = byWeek(ofType)
    return {
      id,
      label: ofType[0]?.assignmentTypeName ?? '',
      weeks,
      total: doneOf(ofType),
      points: [...weeks].map(([week, inWeek]) => ({ week, value: doneOf(inWeek).completed })),
    }
  })
}

export const doneOf = (assignments: readonly Pick<Assignment, 'completedAt'>[]): Done => ({
  completed: assignments.filter((it) => it.completedAt !== null).length,
  all: assignments.length,
})

/** What a person noted: its version is told when it is written over. */
export type Noted = { value: number; version: number }
export type MetricRow = PlanRow<number> & {
  metric: PlanMetric
  noted: ReadonlyMap<number, Noted>
  /** What a person said of a value that an analysis found, by week. */
  checks: ReadonlyMap<number, ValueCheck>
}

/** Of a week of a row: an analysis found it, and nobody has confirmed it yet. */
export const isUnconfirmed = ({ checks }: Pick<MetricRow, 'checks'>, week: number) =>
  checks.has(week) && !isConfirmed(checks.get(week))

/** ", inferred" behind what nobody has confirmed yet. */
export const openCheckText = (row: Pick<MetricRow, 'checks'>, week: number) => {
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
    const byHand = values.filter(({ source }) => source === 'manual')
    const noted = new Map(
      byHand.map((it) => [it.weekNumber, { value: it.numericValue, version: it.version }] as const),
    )
    const checks = new Map(
      [...effectiveValues(values)].flatMap(([week, [one]]) =>
        one?.check ? [[week, one.check] as const] : [],
      ),
    )
    return {
      ...{ id: metric.id, label: metric.label, metric, noted, checks },
      ...valueRow(valueByWeek(values), shown),
    }
  })
}

/** The burnout risk by week: of several assessments the one that counts. */
export const burnoutRow = (
  assessments: SessionsAndMetrics['burnoutAssessments'],
  shown: readonly number[],
): PlanRow<number> & Pick<MetricRow, 'checks'> => {
  const counting = [...effectiveByWeek(assessments)]
  return {
    id: 'burnout',
    label: 'Burnout risk',
    checks: new Map(
      counting.flatMap(([week, { check }]) => (check ? [[week, check] as const] : [])),
    ),
    ...valueRow(new Map(counting.map(([week, { riskScore }]) => [week, riskScore])), shown),
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
