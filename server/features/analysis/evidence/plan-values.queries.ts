import { sql } from 'kysely'
import type { AnalysisValue } from '#contract/analysis/analysis.ts'
import { weekNumberAt } from '#contract/rules/weeks.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'

/** Removes values from the plan; they go to its history, with who rejected them. */
export async function removeFromPlan(tx: Db, ids: readonly string[]) {
  if (!ids.length) return
  await sql`
    with gone as (delete from metric_value where analysis_value_id = any(${ids}) returning *)
    insert into metric_value_history
      (client_id, metric_definition_id, week_number, numeric_value, source, session_id, author_id, changed_at)
    select client_id, metric_definition_id, week_number, numeric_value, source, session_id, author_id, changed_at
    from gone
    union all
    select gone.client_id, gone.metric_definition_id, week_number, null, source, gone.session_id, decided_by, now()
    from gone join analysis_value on analysis_value.id = gone.analysis_value_id
    where analysis_value.decision = 'rejected'`.execute(tx)
  await sql`
    with gone as (delete from burnout_assessment where analysis_value_id = any(${ids}) returning *)
    insert into burnout_assessment_history
      (id, client_id, week_number, risk_score, source, reason, author_id, created_at, removed_by)
    select gone.id, client_id, week_number, risk_score, source, reason, author_id, gone.created_at, decided_by
    from gone join analysis_value on analysis_value.id = gone.analysis_value_id`.execute(tx)
}

/** The week of a session in the plan of its client. */
export async function getPlanWeek(db: Db, sessionId: string, timeZone: string) {
  const { clientId, sessionDate, createdAt } = await db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .select(['session.clientId', 'session.sessionDate', 'client.createdAt'])
    .where('session.id', '=', sessionId)
    .executeTakeFirstOrThrow()
  // Anything before the first day belongs to W1.
  const weekNumber = Math.max(1, weekNumberAt(new Date(sessionDate), { createdAt, timeZone }))
  return { clientId, weekNumber }
}

/** Updates the plan with the values of a session that count, in the week of the session. The caller has locked the session. */
export async function syncPlanValues(tx: Db, sessionId: string, timeZone: string) {
  const plan = await getPlanWeek(tx, sessionId, timeZone)
  const all = await tx
    .selectFrom('analysisValue')
    .select([
      'id',
      'templateType',
      'metricDefinitionId',
      'quotes',
      'fault',
      'decision',
      'decidedBy',
    ])
    .select(sql<number>`coalesce(corrected_value, machine_value)`.as('value'))
    .where('sessionId', '=', sessionId)
    .orderBy('id')
    .execute()
  const counting = all.filter(({ fault, decision }) =>
    decision === null ? fault === null : decision !== 'rejected',
  )
  const ids = new Set(counting.map(({ id }) => id))
  await removeFromPlan(
    tx,
    all.flatMap(({ id }) => (ids.has(id) ? [] : id)),
  )
  const metrics = counting.flatMap(({ metricDefinitionId, ...it }) =>
    metricDefinitionId === null
      ? []
      : {
          ...plan,
          sessionId,
          id: newId(),
          metricDefinitionId,
          analysisValueId: it.id,
          numericValue: it.value,
          source: 'transcription',
          authorId: it.decidedBy,
        },
  )
  if (metrics.length)
    await tx
      .insertInto('metricValue')
      .values(metrics)
      .onConflict((on) =>
        on
          .column('analysisValueId')
          .where('analysisValueId', 'is not', null)
          .doUpdateSet((eb) => ({
            numericValue: eb.ref('excluded.numericValue'),
            authorId: eb.ref('excluded.authorId'),
            metricDefinitionId: eb.ref('excluded.metricDefinitionId'),
          })),
      )
      .execute()
  const scores = counting.filter(({ templateType }) => templateType === 'burnout_assessment')
  if (scores.length)
    await tx
      .insertInto('burnoutAssessment')
      .values(
        scores.map((it) => ({
          ...plan,
          sessionId,
          id: newId(),
          analysisValueId: it.id,
          riskScore: it.value,
          source: 'model',
          authorId: it.decidedBy,
          reason: formatReason(it.quotes as unknown as AnalysisValue['quotes']),
        })),
      )
      .onConflict((on) =>
        on
          .column('analysisValueId')
          .where('analysisValueId', 'is not', null)
          .doUpdateSet((eb) => ({
            riskScore: eb.ref('excluded.riskScore'),
            authorId: eb.ref('excluded.authorId'),
            reason: eb.ref('excluded.reason'),
          })),
      )
      .execute()
}

const maxReasonCharacters = 2000
const formatReason = (quotes: AnalysisValue['quotes']) =>
  quotes
    .flatMap(({ reason, isProtective }) =>
      reason === null ? [] : isProtective ? `Protects: ${reason}` : reason,
    )
    .join('\n')
    .slice(0, maxReasonCharacters)
    .toWellFormed() || null
