import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/db.ts'

/**
 * The metrics that a session of a type yields: those whose source is transcription, and of them those whose keys the session
 * metrics of the type name, where it has any.
 */
export async function metricsAsked(db: Db, sessionDefinitionId: string | null) {
  const metrics = await db
    .selectFrom('metricDefinition as metric')
    .select(['metric.key', 'metric.label', 'metric.lowest', 'metric.highest', 'metric.unit'])
    .where('metric.dataSource', '=', 'transcription')
    .where('metric.deletionId', 'is', null)
    .where(
      sql<SqlBool>`(
        not exists (select from session_metric where session_definition_id = ${sessionDefinitionId})
        or exists (
          select from session_metric
          where session_definition_id = ${sessionDefinitionId} and session_metric.key = metric.key
        )
      )`,
    )
    .orderBy('metric.key')
    .execute()
  // What people call a metric beside its label is read from the label: see numbers/everyday-words.ts.
  return metrics.map((it) => ({ ...it, words: [] }))
}
