import { sql } from 'kysely'
import { riskScoreKey } from '#contract/prompts/golden-transcripts.ts'
import type { Db } from '../../../platform/db/db.ts'

export type Metric = {
  key: string
  label: string
  words: string[]
  lowest: number
  highest: number
  unit: string | null
  isMoreBetter: boolean | null
}

export const riskScoreMetric: Metric = {
  key: riskScoreKey,
  label: 'Burnout risk',
  words: [],
  unit: null,
  isMoreBetter: false,
  lowest: 0,
  highest: 100,
}

/**
 * Metrics to extract from a session of this type: those with the keys of its session metrics, or without session metrics all
 * with source transcription. A key without a metric definition is extracted for the session alone.
 */
export async function listRequestedMetrics(db: Db, sessionDefinitionId: string | null) {
  const { rows } = await sql<Metric>`
    with named as (
      select key, label from session_metric
      where session_definition_id = ${sessionDefinitionId} and deletion_id is null
    )
    select key, label, words, lowest, highest, unit, is_more_better from metric_definition
    where data_source = 'transcription' and deletion_id is null
      and (key in (select key from named) or not exists (select from named))
    union all
    select key, label, '{}', 0, 100, null, null from named
    where key not in (select key from metric_definition where deletion_id is null)
    order by key`.execute(db)
  return rows
}

/** Label and words of the metrics that are not requested. */
export const listOtherMetrics = (db: Db, asked: readonly Metric[]) =>
  db
    .selectFrom('metricDefinition')
    .select(['label', 'words'])
    .where('deletionId', 'is', null)
    .where('key', 'not in', ['', ...asked.map(({ key }) => key)])
    .orderBy('key')
    .execute()

/** Input of the built-in provider: requested metrics, and the words of all others. */
export const metricsInput = async (db: Db, asked: readonly Metric[]) => ({
  metrics: JSON.stringify(asked),
  otherMetrics: JSON.stringify(await listOtherMetrics(db, asked)),
})
