import { sql } from 'kysely'
import type { AnalysisValue, AnalysisStep, AnalysisType } from '#contract/analysis/analysis.ts'
import type { ValueDecision } from '#contract/analysis/found-values.ts'
import type { Db } from '../../../platform/db/db.ts'
import {
  matchesVersion,
  isUnchanged,
  wasUpdated,
  type VersionedRow,
} from '../../../platform/db/row-version.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { removeFromPlan } from '../evidence/plan-values.queries.ts'
import type { CheckedValue } from '../evidence/check-values.ts'

type FoundValues = {
  sessionId: string
  type: AnalysisType
  executionId: string
  conversationVersion: number
  checked: readonly CheckedValue[]
}

/** Replaces the values of an earlier analysis, except those that a person decided on. */
export async function saveAnalysisValues(tx: Db, { sessionId, type, checked, ...of }: FoundValues) {
  const before = await tx
    .selectFrom('analysisValue')
    .select(['id', 'key', 'occurrence', 'decision'])
    .where('sessionId', '=', sessionId)
    .where('templateType', '=', type)
    .execute()
  const decided = new Set(before.flatMap(({ key, decision }) => (decision ? key : [])))
  const found = checked.filter(({ key }) => !decided.has(key))
  const isFound = (it: { key: string; occurrence: number }) =>
    found.some(({ key, occurrence }) => key === it.key && occurrence === it.occurrence)
  const outdated = before.filter((it) => !decided.has(it.key) && !isFound(it)).map(({ id }) => id)
  await removeFromPlan(tx, outdated)
  if (outdated.length) await tx.deleteFrom('analysisValue').where('id', 'in', outdated).execute()
  if (!found.length) return
  const definitions = await tx
    .selectFrom('metricDefinition')
    .select(['id', 'key'])
    .where('key', 'in', [...new Set(found.map(({ key }) => key))])
    .where('dataSource', '=', 'transcription')
    .where('deletionId', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  const definitionByKey = new Map(definitions.map(({ id, key }) => [key, id]))
  await tx
    .insertInto('analysisValue')
    .values(
      found.map(({ value, quotes, ...it }) => ({
        ...it,
        ...of,
        id: newId(),
        sessionId,
        templateType: type,
        machineValue: value,
        quotes: JSON.stringify(quotes),
        metricDefinitionId:
          type === 'metric_extraction' && it.fault !== 'not-asked'
            ? (definitionByKey.get(it.key) ?? null)
            : null,
      })),
    )
    .onConflict((on) =>
      on.columns(['sessionId', 'templateType', 'key', 'occurrence']).doUpdateSet((eb) => ({
        executionId: eb.ref('excluded.executionId'),
        conversationVersion: eb.ref('excluded.conversationVersion'),
        machineValue: eb.ref('excluded.machineValue'),
        metricDefinitionId: eb.ref('excluded.metricDefinitionId'),
        quotes: eb.ref('excluded.quotes'),
        fault: eb.ref('excluded.fault'),
        isInferred: eb.ref('excluded.isInferred'),
      })),
    )
    .execute()
}

const rows = (db: Db) => {
  const label = sql<string>`coalesce(metric.label, (
    select it.label from session_metric as it
    where it.session_definition_id = session.session_definition_id and it.key = value.key and it.deletion_id is null
    order by it.position limit 1
  ), case when value.template_type = 'burnout_assessment' then 'Burnout risk' end, value.key)`
  return db
    .selectFrom('analysisValue as value')
    .innerJoin('session', 'session.id', 'value.sessionId')
    .leftJoin('metricDefinition as metric', 'metric.id', 'value.metricDefinitionId')
    .leftJoin('metricCategory as category', 'category.id', 'metric.categoryId')
    .leftJoin('user as decider', 'decider.id', 'value.decidedBy')
    .select(['value.id', 'value.key', 'value.machineValue', 'value.decidedAt', 'value.version'])
    .select([
      sql<AnalysisType>`value.template_type`.as('type'),
      label.as('label'),
      'metric.unit',
      sql<number>`coalesce(metric.lowest, 0)`.as('lowest'),
      sql<number>`coalesce(metric.highest, 100)`.as('highest'),
      'metric.isMoreBetter',
      sql<boolean>`value.template_type = 'burnout_assessment' or metric.id is not null`.as(
        'isInPlan',
      ),
      sql<number | null>`case
        when value.decision = 'rejected' or value.decision is null and value.fault is not null then null
        else coalesce(value.corrected_value, value.machine_value) end`.as('value'),
      sql<AnalysisValue['fault']>`value.fault`.as('fault'),
      'value.isInferred',
      sql<string | null>`case when value.fault = 'changed' then (
        select changer.name from audit_entry as entry join "user" as changer on changer.id = entry.user_id
        where entry.row_id = value.session_id and entry.action in ('conversation-saved', 'transcript-changed', 'transcript-replaced')
        order by entry.created_at desc limit 1) end`.as('changedBy'),
      sql<AnalysisValue['quotes']>`value.quotes`.as('quotes'),
      sql<AnalysisValue['decision']>`value.decision`.as('decision'),
      'decider.name as decidedBy',
      sql<boolean>`value.conversation_version = session.version`.as('isCurrentVersion'),
    ])
}

/** In the order of the plan; values that were not requested come last. */
export const listAnalysisValues = (db: Db, sessionId: string): Promise<AnalysisValue[]> =>
  rows(db)
    .where('value.sessionId', '=', sessionId)
    .orderBy(sql`coalesce(value.fault = 'not-asked', false)`)
    .orderBy(sql`value.template_type = 'burnout_assessment'`)
    .orderBy('category.displayOrder')
    .orderBy('metric.categoryPosition')
    .orderBy('value.key')
    .orderBy('value.occurrence')
    .execute()

const maxEarlier = 400

/** Values that count in sessions before an instant, newest session first, the risk first in each. */
export const listEarlierValues = (
  db: Db,
  { clientId, before }: { clientId: string; before: string },
) =>
  rows(db)
    .innerJoin('sessionDefinition as kind', 'kind.id', 'session.sessionDefinitionId')
    .select(['session.id as sessionId', 'session.sessionDate', 'kind.name as sessionName'])
    .where('session.clientId', '=', clientId)
    .where('session.sessionDate', '<', before)
    .where(
      sql<boolean>`(value.decision in ('confirmed', 'corrected') or value.decision is null and value.fault is null)`,
    )
    .orderBy('session.sessionDate', 'desc')
    .orderBy('session.id')
    .orderBy(sql`value.template_type <> 'burnout_assessment'`)
    .orderBy('category.displayOrder')
    .orderBy('metric.categoryPosition')
    .orderBy('value.key')
    .limit(maxEarlier)
    .execute()

export const getAnalysisValue = (db: Db, id: string): Promise<AnalysisValue> =>
  rows(db).where('value.id', '=', id).executeTakeFirstOrThrow(notFound('value'))

export async function getSessionOfValue(db: Db, id: string) {
  const { sessionId } = await db
    .selectFrom('analysisValue')
    .select('sessionId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound('value'))
  return sessionId
}

type Decided = { decision: ValueDecision | null; value: number | null; by: string }

const inColumns = ({ decision, value }: Omit<Decided, 'by'>) => ({
  decision,
  correctedValue: decision === 'corrected' ? value : null,
})

/** False if the version has changed. */
export const saveDecision = (tx: Db, read: VersionedRow, { by, ...decided }: Decided) =>
  wasUpdated(
    tx
      .updateTable('analysisValue')
      .set({
        ...inColumns(decided),
        decidedBy: decided.decision && by,
        decidedAt: decided.decision && sql<string>`now()`,
      })
      .where(matchesVersion(read)),
  )

export const hasDecision = (tx: Db, id: string, decided: Omit<Decided, 'by'>) =>
  isUnchanged(tx.selectFrom('analysisValue').select('id').where('id', '=', id), inColumns(decided))

/** The latest run of each step. */
export const listAnalysisSteps = (db: Db, sessionId: string): Promise<AnalysisStep[]> =>
  db
    .selectFrom('automaticRun as run')
    .innerJoin('session', 'session.id', 'run.sessionId')
    .leftJoin('execution', 'execution.id', 'run.executionId')
    .leftJoin('templateVersion as text', 'text.id', 'execution.templateVersionId')
    .distinctOn('run.templateType')
    .select([
      sql<AnalysisType>`run.template_type`.as('type'),
      sql<AnalysisStep['status']>`run.status`.as('status'),
      'run.sentence',
      'run.askedAt',
      sql<boolean>`run.conversation_version = session.version`.as('isCurrentVersion'),
      sql<AnalysisStep['template']>`case when execution.id is not null then
        jsonb_build_object('name', execution.template_name, 'versionNumber', text.number) end`.as(
        'template',
      ),
      'execution.provider',
    ])
    .where('run.sessionId', '=', sessionId)
    .where('run.templateType', 'in', ['metric_extraction', 'burnout_assessment'])
    .where('run.status', '<>', 'outdated')
    .orderBy('run.templateType', 'desc')
    .orderBy('run.conversationVersion', 'desc')
    .execute()
