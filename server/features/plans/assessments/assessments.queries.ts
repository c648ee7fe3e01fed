import { sql } from 'kysely'
import type { AssessmentHistory } from '#contract/plans/assessments.ts'
import type { ScoreSource } from '#contract/plans/plan-values.ts'
import type { Db } from '../../../platform/db/db.ts'
import { valueCheck, foundBy } from '../values/value-check.ts'

export const listAssessments = (db: Db, clientId: string) =>
  db
    .selectFrom('burnoutAssessment')
    .innerJoin('rankedAssessment as ranked', 'ranked.id', 'burnoutAssessment.id')
    .leftJoin('analysisValue', 'analysisValue.id', 'burnoutAssessment.analysisValueId')
    .select([
      'burnoutAssessment.id',
      'burnoutAssessment.weekNumber',
      'burnoutAssessment.riskScore',
      sql<ScoreSource>`burnout_assessment.source`.as('source'),
      'burnoutAssessment.createdAt',
      sql<number>`ranked.rank`.as('rank'),
      valueCheck.as('check'),
    ])
    .where('burnoutAssessment.clientId', '=', clientId)
    .where('ranked.clientId', '=', clientId)
    .orderBy('burnoutAssessment.weekNumber')
    .orderBy('burnoutAssessment.createdAt')
    .orderBy('burnoutAssessment.id')
    .execute()

type NewAssessment = {
  id: string
  clientId: string
  weekNumber: number
  riskScore: number
  reason: string
  authorId: string
}
export const insertAssessment = (tx: Db, entered: NewAssessment) =>
  tx
    .insertInto('burnoutAssessment')
    .values({ ...entered, source: 'person' })
    .execute()

export const lockAssessment = (tx: Db, { id, clientId }: { id: string; clientId: string }) =>
  tx
    .selectFrom('burnoutAssessment')
    .select(['id', sql<ScoreSource>`source`.as('source')])
    .where('id', '=', id)
    .where('clientId', '=', clientId)
    .forUpdate()
    .executeTakeFirst()

export const moveAssessmentToHistory = (
  tx: Db,
  { id, removedBy }: { id: string; removedBy: string },
) =>
  sql`
    with gone as (delete from burnout_assessment where id = ${id} returning *)
    insert into burnout_assessment_history
      (id, client_id, week_number, risk_score, source, reason, author_id, created_at, removed_by)
    select id, client_id, week_number, risk_score, source, reason, author_id, created_at, ${removedBy}::uuid from gone
  `.execute(tx)

/** Maximum number of assessments of a week. */
const maxEntries = 100

/**
 * Current ones before undone ones, the effective one first. Without `mayChange`, reasons and undone ones are left out.
 */
export async function listAssessmentsOfWeek(
  db: Db,
  { clientId, weekNumber, mayChange }: { clientId: string; weekNumber: number; mayChange: boolean },
): Promise<AssessmentHistory> {
  const { rows } = await sql<AssessmentHistory[number]>`
    select it.id, it.risk_score as "riskScore", it.source, ranked.rank,
      case when ${mayChange} then it.reason end as reason,
      edition.content ->> 'shortTitle' as questionnaire,
      author.name as author, it.created_at as at, it.removed_at as "removedAt", remover.name as "removedBy",
      ${foundBy({ clientId, mayChange })} as found
    from (
      select id, risk_score, source, reason, author_id, created_at, questionnaire_id, analysis_value_id,
        null::timestamptz as removed_at, null::uuid as removed_by
      from burnout_assessment where client_id = ${clientId} and week_number = ${weekNumber}
      union all
      select id, risk_score, source, reason, author_id, created_at, null, null, removed_at, removed_by
      from burnout_assessment_history where client_id = ${clientId} and week_number = ${weekNumber} and ${mayChange}
    ) as it
    left join ranked_assessment as ranked
      on ranked.id = it.id and ranked.client_id = ${clientId} and ranked.week_number = ${weekNumber}
    left join "user" as author on author.id = it.author_id
    left join "user" as remover on remover.id = it.removed_by
    left join analysis_value as found on found.id = it.analysis_value_id
    left join "user" as decider on decider.id = found.decided_by
    left join questionnaire on questionnaire.id = it.questionnaire_id
    left join instrument_version as edition on edition.id = questionnaire.instrument_version_id
    order by ranked.rank, coalesce(it.removed_at, it.created_at) desc, it.id desc
    limit ${maxEntries}
  `.execute(db)
  return rows
}
