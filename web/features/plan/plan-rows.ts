import type { SessionsAndMetrics } from '#contract/sessions.ts'
import type { TrendPoint } from '#contract/trend.ts'

type PlanSession = SessionsAndMetrics['sessions'][number]

/** One row of a plan's grid: what each week holds, and the values that its trend is made of. */
export type PlanRow<T> = { id: string; label: string; weeks: Map<number, T>; points: TrendPoint[] }

/** One row per session type, in the order of the types; a week up to now without sessions counts as 0. */
export function sessionRows(
  { sessionDefinitions, sessions }: Pick<SessionsAndMetrics, 'sessionDefinitions' | 'sessions'>,
  shown: readonly number[],
  currentWeek: number,
): PlanRow<PlanSession[]>[] {
  return sessionDefinitions.map(({ id, name }) => {
    const weeks = byWeek(sessions.filter((it) => it.sessionDefinitionId === id))
    for (const inWeek of weeks.values())
      inWeek.sort((a, b) => Date.parse(a.sessionDate) - Date.parse(b.sessionDate))
    const points = shown
      .filter((week) => week <= currentWeek)
      .map((week) => ({ week, value: weeks.get(week)?.length ?? 0 }))
    return { id, label: name, weeks, points }
  })
}

/** How many assignments of a week are done, of how many. */
export type Done = { completed: number; all: number }

/** One row per type of home assignment that the client was given; `total` counts over all weeks. */
export function assignmentRows(
  assignments: SessionsAndMetrics['assignments'],
): (PlanRow<Done> & { total: Done })[] {
  return [...Map.groupBy(assignments, (it) => it.assignmentTypeId)].map(([id, ofType]) => {
    const weeks = new Map(
      [...byWeek(ofType)].map(([week, inWeek]) => [week, doneOf(inWeek)] as const),
    )
    return {
      id,
      label: ofType[0]?.assignmentTypeName ?? '',
      weeks,
      total: doneOf(ofType),
      points: [...weeks].map(([week, { completed }]) => ({ week, value: completed })),
    }
  })
}

const doneOf = (assignments: { completedAt: string | null }[]): Done => ({
  completed: assignments.filter((it) => it.completedAt !== null).length,
  all: assignments.length,
})

/** One row per metric; a week with several values shows their mean. */
export const metricRows = (
  metrics: SessionsAndMetrics['metrics'],
  shown: readonly number[],
): PlanRow<number>[] =>
  [...Map.groupBy(metrics, (it) => it.metricLabel)].map(([label, values]) =>
    valueRow(
      label,
      values.map(({ weekNumber, numericValue }) => ({ weekNumber, value: numericValue })),
      shown,
    ),
  )

/** The burnout risk by week; a week with several assessments shows their mean. */
export const burnoutRow = (
  assessments: SessionsAndMetrics['burnoutAssessments'],
  shown: readonly number[],
): PlanRow<number> =>
  valueRow(
    'Burnout risk',
    assessments.map(({ weekNumber, riskScore }) => ({ weekNumber, value: riskScore })),
    shown,
  )

function valueRow(
  label: string,
  values: { weekNumber: number; value: number }[],
  shown: readonly number[],
): PlanRow<number> {
  const weeks = new Map(
    [...byWeek(values)].map(([week, inWeek]) => [
      week,
      inWeek.reduce((sum, { value }) => sum + value, 0) / inWeek.length,
    ]),
  )
  const points = shown.flatMap((week) => {
    const value = weeks.get(week)
    return value === undefined ? [] : [{ week, value }]
  })
  return { id: label, label, weeks, points }
}

const byWeek = <T extends { weekNumber: number }>(items: readonly T[]) =>
  Map.groupBy(items, (it) => it.weekNumber)
