import { type Placeholder, placeholderGroups } from '#contract/placeholders.ts'
import { trendOf } from '#contract/trend.ts'
import type { Db } from '../db/db.ts'
import type { Values } from './placeholders.ts'

/** Weeks over which trends are told, and from which completed assignments count as recent. */
const trendWeeks = 12
const recentWeeks = 4

type Measured = { label: string; unit: string | null; weekNumber: number; numericValue: number }
type Assigned = {
  name: string
  weekNumber: number
  dueDate: string | null
  completedAt: string | null
}

/** What metrics, assessments and assignments tell in treatment week `week`; nothing is read unless a name asks for it. */
export async function progressValues(
  db: Db,
  names: ReadonlySet<Placeholder>,
  { clientId, week, today }: { clientId: string; week: number; today: string },
): Promise<Values> {
  const asksFor = (group: readonly Placeholder[]) => group.some((name) => names.has(name))
  const isWeekly = names.has('weeklyData')
  const values: Values = {}
  if (isWeekly || asksFor(placeholderGroups.Metrics)) {
    Object.assign(values, metricValues(await measuredOf(db, clientId, week), week))
    Object.assign(values, burnoutValues(await assessedOf(db, clientId, week)))
  }
  if (isWeekly || asksFor(placeholderGroups.Assignments))
    Object.assign(values, assignmentValues(await assignedOf(db, clientId), week, today))
  if (isWeekly)
    values.weeklyData = [
      `Week ${week}`,
      `Metrics: ${values.currentWeekMetrics || 'none'}`,
      `Metrics of the week before: ${values.previousWeekMetrics || 'none'}`,
      `Burnout: ${values.burnoutAnalysis || 'not assessed'}`,
      `Assignments completed: ${values.assignmentCompletionRate || 'none given'}`,
    ].join('\n')
  return values
}

function metricValues(measured: Measured[], week: number): Values {
  const inWeek = (number: number) =>
    measured
      .filter(({ weekNumber }) => weekNumber === number)
      .map((it) => `${it.label} ${it.numericValue}${it.unit ? ` ${it.unit}` : ''}`)
      .join(', ')
  const labels = [...new Set(measured.map(({ label }) => label))]
  return {
    currentWeekMetrics: inWeek(week),
    previousWeekMetrics: inWeek(week - 1),
    metricTrends: labels
      .map((label) => {
        const trend = trendOf(pointsOf(measured.filter((it) => it.label === label)))
        return `${label}: ${trend ? `${trend.direction} by ${Math.abs(trend.change).toFixed(1)}` : 'N/A'}`
      })
      .join('\n'),
  }
}

const pointsOf = (rows: { weekNumber: number; numericValue: number }[]) =>
  rows.map(({ weekNumber, numericValue }) => ({ week: weekNumber, value: numericValue }))

function burnoutValues(assessed: { weekNumber: number; riskScore: number }[]): Values {
  const latest = assessed.at(-1)
  const before = assessed.at(-2)
  if (!latest) return {}
  const change = before && Math.round((latest.riskScore - before.riskScore) * 10) / 10
  return {
    latestBurnoutScore: latest.riskScore,
    burnoutTrend: assessed.map((it) => `W${it.weekNumber} ${it.riskScore}`).join(', '),
    burnoutAnalysis: [
      `${latest.riskScore} of 100 in week ${latest.weekNumber}`,
      ...(before && change !== undefined
        ? [`${change > 0 ? '+' : ''}${change} since week ${before.weekNumber}`]
        : []),
    ].join(', '),
  }
}

function assignmentValues(assigned: Assigned[], week: number, today: string): Values {
  const done = assigned.filter(({ completedAt }) => completedAt !== null)
  const pending = assigned.filter(({ completedAt }) => completedAt === null)
  const listed = (rows: Assigned[]) =>
    rows.map((it) => `${it.name}${it.dueDate ? `, due ${it.dueDate}` : ''}`).join('\n')
  return {
    activeAssignments: listed(pending),
    recentCompletedAssignments: listed(
      done.filter(({ weekNumber }) => weekNumber > week - recentWeeks),
    ),
    assignmentCompletionRate:
      assigned.length > 0
        ? `${Math.round((done.length / assigned.length) * 100)} % (${done.length} of ${assigned.length})`
        : undefined,
    overdueAssignments: listed(
      pending.filter(({ dueDate }) => dueDate !== null && dueDate < today),
    ),
  }
}

const measuredOf = (db: Db, clientId: string, week: number) =>
  db
    .selectFrom('metricValue')
    .innerJoin('metricDefinition', 'metricDefinition.id', 'metricValue.metricDefinitionId')
    .select(['metricDefinition.label', 'metricDefinition.unit', 'weekNumber', 'numericValue'])
    .where('clientId', '=', clientId)
    .where('weekNumber', '>', week - trendWeeks)
    .where('weekNumber', '<=', week)
    .orderBy('metricDefinition.label')
    .orderBy('weekNumber')
    .orderBy('metricValue.id')
    .execute()

const assessedOf = (db: Db, clientId: string, week: number) =>
  db
    .selectFrom('burnoutAssessment')
    .select(['weekNumber', 'riskScore'])
    .where('clientId', '=', clientId)
    .where('weekNumber', '<=', week)
    .orderBy('weekNumber')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

const assignedOf = (db: Db, clientId: string) =>
  db
    .selectFrom('assignment')
    .innerJoin(
      'assignmentDefinition',
      'assignmentDefinition.id',
      'assignment.assignmentDefinitionId',
    )
    .select(['assignmentDefinition.name', 'weekNumber', 'dueDate', 'completedAt'])
    .where('clientId', '=', clientId)
    .orderBy('weekNumber')
    .orderBy('assignment.id')
    .execute()
