import { sql } from 'kysely'
import { riskScoreKey } from '#contract/golden-transcripts.ts'
import type { Db } from '../../../platform/db/db.ts'

/** A metric that a session is asked for. */
export type Metric = {
  key: string
  label: string
  words: string[]
  lowest: number
  highest: number
  unit: string | null
  isMoreBetter: boolean | null
}

/** What a burnout assessment is asked for. */
export const riskScoreMetric: Metric = {
  ...{ key: riskScoreKey, label: 'Burnout risk', words: [], unit: null, isMoreBetter: false },
  ...{ lowest: 0, highest: 100 },
}

/**
 * The metrics that a session of a type yields: those whose keys its session metrics name, where it has any. One whose values
 * come from elsewhere is not asked for; a key without a metric definition is, and its value stays with the session alone. A
 * type without session metrics yields all metrics whose source is transcription.
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

/** What whoever reads an answer for metrics by rules is told: those asked for, and what all others are called. */
export async function metricsInput(db: Db, asked: readonly Metric[]) {
  const others = await db
    .selectFrom('metricDefinition')
    .select(['label', 'words'])
    .where('deletionId', 'is', null)
    .where('key', 'not in', ['', ...asked.map(({ key }) => key)])
    .orderBy('key')
    .execute()
  return { metrics: JSON.stringify(asked), otherMetrics: JSON.stringify(others) }
}
