import { sql } from 'kysely'
import type { DataSource } from '#contract/plans/plan-values.ts'
import { valueByWeek } from '#contract/rules/metric-values.ts'
import type { Db } from '../../../platform/db/db.ts'
import { valueCheck } from '../../plans/values/value-check.ts'
import { getPlanWeek } from './plan-values.queries.ts'
import { riskScoreMetric } from './requested-metrics.queries.ts'

/** Values by key, one for each of the last weeks, the latest first. */
export type LastValues = ReadonlyMap<string, readonly number[]>

const lastWeeks = 3

/** What is known of the client up to the week of a session, without what the session itself says. */
export async function listLastValues(
  db: Db,
  sessionId: string,
  timeZone: string,
): Promise<LastValues> {
  const { clientId, weekNumber } = await getPlanWeek(db, sessionId, timeZone)
  const values = await db
    .selectFrom('metricValue')
    .innerJoin('metricDefinition', 'metricDefinition.id', 'metricValue.metricDefinitionId')
    .leftJoin('session', 'session.id', 'metricValue.sessionId')
    .leftJoin('analysisValue', 'analysisValue.id', 'metricValue.analysisValueId')
    .select([
      'metricDefinition.key',
      'metricValue.weekNumber',
      'numericValue',
      'session.sessionDate',
    ])
    .select([sql<DataSource>`metric_value.source`.as('source'), valueCheck.as('check')])
    .where('metricValue.clientId', '=', clientId)
    .where('metricValue.weekNumber', '<=', weekNumber)
    .where('metricValue.sessionId', 'is distinct from', sessionId)
    .orderBy('metricValue.weekNumber', 'desc')
    .execute()
  const scores = await db
    .selectFrom('rankedAssessment as ranked')
    .innerJoin('burnoutAssessment as it', 'it.id', 'ranked.id')
    .distinctOn('it.weekNumber')
    .select('it.riskScore')
    .where('ranked.clientId', '=', clientId)
    .where('it.weekNumber', '<=', weekNumber)
    .where('it.sessionId', 'is distinct from', sessionId)
    .orderBy('it.weekNumber', 'desc')
    .orderBy('ranked.rank')
    .limit(lastWeeks)
    .execute()
  return new Map([
    ...[...Map.groupBy(values, ({ key }) => key)].map(
      ([key, of]) => [key, [...valueByWeek(of).values()].slice(0, lastWeeks)] as const,
    ),
    [riskScoreMetric.key, scores.map(({ riskScore }) => riskScore)] as const,
  ])
}
