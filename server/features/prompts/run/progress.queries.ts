import { sql } from 'kysely'
import type { ValueQuote } from '#contract/analysis/found-values.ts'
import {
  checkLabel,
  type DataSource,
  type ScoreSource,
  type ValueCheck,
} from '#contract/plans/plan-values.ts'
import { effectiveValues } from '#contract/rules/metric-values.ts'
import type { Db } from '../../../platform/db/db.ts'
import { valueCheck } from '../../plans/values/value-check.ts'

const trendWeeks = 12

type UpTo = { clientId: string; week: number }

/** Effective values of the last weeks by metric and week. */
export async function listMetricValues(db: Db, { clientId, week }: UpTo) {
  const values = await db
    .selectFrom('metricValue')
    .innerJoin('metricDefinition', 'metricDefinition.id', 'metricValue.metricDefinitionId')
    .select(['metricDefinition.id', 'metricDefinition.label', 'metricDefinition.unit'])
    .leftJoin('session', 'session.id', 'metricValue.sessionId')
    .leftJoin('analysisValue', 'analysisValue.id', 'metricValue.analysisValueId')
    .select(['metricValue.weekNumber', 'numericValue', 'session.sessionDate'])
    .select(sql<DataSource>`metric_value.source`.as('source'))
    .select(valueCheck.as('check'))
    .where('metricValue.clientId', '=', clientId)
    .where('metricValue.weekNumber', '>', week - trendWeeks)
    .where('metricValue.weekNumber', '<=', week)
    .orderBy('metricDefinition.label')
    .orderBy('metricDefinition.id')
    .orderBy('metricValue.weekNumber')
    .orderBy('metricValue.createdAt')
    .orderBy('metricValue.id')
    .execute()
  return [...Map.groupBy(values, ({ id }) => id).values()].flatMap((of) =>
    [...effectiveValues(of)].map(([weekNumber, counting]) => ({
      id: of[0]?.id ?? '',
      label: of[0]?.label ?? '',
      unit: of[0]?.unit ?? null,
      weekNumber,
      numericValue: Math.round(meanOf(counting) * 100) / 100,
      sources: [...new Set(counting.map(formatSource))],
      check: counting[0]?.check ?? null,
    })),
  )
}

const meanOf = (counting: readonly { numericValue: number }[]) =>
  counting.reduce((all, { numericValue }) => all + numericValue, 0) / counting.length

const sources: Record<DataSource, string> = {
  manual: 'noted by a person',
  device: 'from a device',
  document_upload: 'from a document',
  transcription: 'said in a session',
}
const formatSource = ({ source, check }: { source: DataSource; check: ValueCheck | null }) =>
  check === null ? sources[source] : `${sources[source]}, ${checkLabel[check]}`

/** The assessments that count up to a week, oldest first. */
export const listAssessments = (db: Db, { clientId, week }: UpTo) =>
  db
    .selectFrom('rankedAssessment as counting')
    .innerJoin('burnoutAssessment as it', 'it.id', 'counting.id')
    .leftJoin('analysisValue', 'analysisValue.id', 'it.analysisValueId')
    .select(['it.weekNumber', 'it.riskScore', sql<ScoreSource>`it.source`.as('source')])
    .select(valueCheck.as('check'))
    .where('counting.rank', '=', 1)
    .where('counting.clientId', '=', clientId)
    .where('counting.weekNumber', '<=', week)
    .orderBy('counting.weekNumber')
    .execute()

/** All assessments of the last weeks, oldest first. */
export const listEstimates = (db: Db, { clientId, week }: UpTo) =>
  db
    .selectFrom('burnoutAssessment as it')
    .innerJoin('rankedAssessment as ranked', 'ranked.id', 'it.id')
    .leftJoin('questionnaire', 'questionnaire.id', 'it.questionnaireId')
    .leftJoin('instrumentVersion as edition', 'edition.id', 'questionnaire.instrumentVersionId')
    .leftJoin('analysisValue', 'analysisValue.id', 'it.analysisValueId')
    .select(['it.weekNumber', 'it.riskScore', 'it.createdAt', 'it.reason'])
    .select([
      sql<ScoreSource>`it.source`.as('source'),
      sql<number>`ranked.rank`.as('rank'),
      sql<string | null>`edition.content ->> 'shortTitle'`.as('instrument'),
      sql<ValueQuote[] | null>`analysis_value.quotes`.as('quotes'),
      valueCheck.as('check'),
      'analysisValue.sessionId as foundIn',
    ])
    .where('it.clientId', '=', clientId)
    .where('ranked.clientId', '=', clientId)
    .where('it.weekNumber', '>', week - trendWeeks)
    .where('it.weekNumber', '<=', week)
    .orderBy('it.weekNumber')
    .orderBy('it.createdAt')
    .orderBy('it.id')
    .execute()
