import { sql } from 'kysely'
import type { Client } from '#contract/clients/clients.ts'
import { minTrendChange } from '#contract/rules/trend.ts'
import type { Db } from '../../platform/db/db.ts'

/** Family members have their own names, other clients those of the user. */
const firstName = sql<string>`case when client.user_id is null then coalesce(client.first_name, '') else "user".first_name end`
const lastName = sql<string>`case when client.user_id is null then coalesce(client.last_name, '') else "user".last_name end`

/** Tells clients with the same name at one employer apart. */
const namesakeEmail = sql<string | null>`case
  when exists (
    select from client as other
    where other.organization_id = client.organization_id and other.name = client.name
      and other.id <> client.id
  )
  then coalesce("user".email, (
    select guardian_user.email
    from client as guardian join "user" as guardian_user on guardian_user.id = guardian.user_id
    where guardian.id = client.guardian_id
  ))
end`

/** Whether the latest score that counts is an unreviewed inference. */
const isBurnoutInferred = sql<boolean>`coalesce((
  select is_inferred from ranked_assessment
  where ranked_assessment.client_id = client.id and rank = 1
  order by week_number desc limit 1
), false)`

/** Latest minus previous effective burnout score. */
export const burnoutChange = sql<number | null>`client.burnout_change`
/** Maximum number of open marks. */
const maxMarks = 20
const openMarks = sql<Client['safetyMarks']>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'questionnaire', mark.title, 'sessionId', mark.session_id, 'raisedAt', mark.raised_at)), '[]')
  from (
    select edition.content ->> 'shortTitle' as title, it.session_id, it.raised_at
    from safety_mark as it
    left join questionnaire on questionnaire.id = it.questionnaire_id
    left join instrument_version as edition on edition.id = questionnaire.instrument_version_id
    where it.client_id = client.id and it.acknowledged_at is null
    order by it.raised_at limit ${sql.lit(maxMarks)}
  ) as mark
)`
/** Scores in a sparkline. */
const maxScores = 8

/**
 * Clients with their derived fields (docs/product.md, "Client row"), for the list and the plan. Triggers maintain the
 * summaries of sessions and assessments (decision 10). Each row costs seven small index reads: restrict to a page.
 */
export const clientRows = (db: Db) =>
  db
    .selectFrom('client')
    .leftJoin('user', 'user.id', 'client.userId')
    .leftJoin('organization', 'organization.id', 'client.organizationId')
    .leftJoin('coach', 'coach.id', 'client.coachId')
    .select([
      'client.id',
      firstName.as('userFirstName'),
      lastName.as('userLastName'),
      'user.email as userEmail',
      namesakeEmail.as('namesakeEmail'),
      'organization.name as organizationName',
      sql<Client['riskLevel']>`(array['low', 'medium', 'high'])[client.risk]`.as('riskLevel'),
      'client.lastSessionAt as lastSessionDate',
      'client.nextSessionAt as nextSessionDate',
      'coach.userId as coachUserId',
      'client.coachId',
      'client.coachName',
      'client.coachSince',
      'client.openSessions',
      'client.burnoutScore as burnoutPercentage',
      isBurnoutInferred.as('isBurnoutInferred'),
      sql<Client['trendDirection']>`case
        when abs(${burnoutChange}) < ${sql.lit(minTrendChange)} then 'flat'
        when ${burnoutChange} > 0 then 'up'
        when ${burnoutChange} < 0 then 'down'
      end`.as('trendDirection'),
      burnoutChange.as('trendValue'),
      sql<number[]>`latest_burnout_scores(client.id, ${sql.lit(maxScores)})`.as('burnoutScores'),
      openMarks.as('safetyMarks'),
      'client.createdAt',
      sql<string | null>`(
        select ended_at from ended_coaching where ended_coaching.client_id = client.id
      )`.as('coachingEndedAt'),
    ])
