import { sql } from 'kysely'
import { type Client, mostRisk } from '#contract/clients.ts'
import { flatBelow } from '#contract/trend.ts'
import type { Db } from '../db/db.ts'

/** Family members have names of their own, everybody else those of the user. */
const firstName = sql<string>`case when client.user_id is null then coalesce(client.first_name, '') else "user".first_name end`
const lastName = sql<string>`case when client.user_id is null then coalesce(client.last_name, '') else "user".last_name end`

/** The two newest burnout assessments that count (`contract/scores.ts`), newest first. */
const scores = sql<{ scores: number[] }>`(
  select array(
    select risk_score::numeric from burnout_assessment
    where burnout_assessment.client_id = client.id and not exists (
      select from burnout_assessment as before
      where before.client_id = client.id and before.week_number = burnout_assessment.week_number
        and before.weight > burnout_assessment.weight)
    order by week_number desc, created_at desc, id desc
    limit 2
  ) as scores
)`
const score = sql<number | null>`burnout.scores[1]`
/** From the last but one burnout assessment to the last, in a query of `clientRows`. */
export const burnoutChange = sql<number | null>`(burnout.scores[1] - burnout.scores[2])`

/**
 * Clients with everything that is derived for them (product decisions, section 5), in one place for the list and
 * the plan. What their sessions come to is kept by the database (decision 34). Narrow it to the rows of a page before
 * it runs: each row costs four small index reads.
 */
export const clientRows = (db: Db) =>
  db
    .selectFrom('client')
    .leftJoin('user', 'user.id', 'client.userId')
    .leftJoin('organization', 'organization.id', 'client.organizationId')
    .leftJoin('coach', 'coach.id', 'client.coachId')
    .leftJoinLateral(scores.as('burnout'), (join) => join.onTrue())
    .select([
      'client.id',
      firstName.as('userFirstName'),
      lastName.as('userLastName'),
      'user.email as userEmail',
      'organization.name as organizationName',
      sql<Client['riskLevel']>`coalesce(client.risk_level_by_hand, case
        when ${score} <= ${sql.lit(mostRisk.low)} then 'low'
        when ${score} <= ${sql.lit(mostRisk.medium)} then 'medium'
        when ${score} is not null then 'high'
      end)`.as('riskLevel'),
      'client.lastSessionAt as lastSessionDate',
      'client.nextSessionAt as nextSessionDate',
      'coach.userId as coachUserId',
      'client.coachId',
      'client.openSessions',
      score.as('burnoutPercentage'),
      sql<Client['trendDirection']>`case
        when abs(${burnoutChange}) < ${sql.lit(flatBelow)} then 'flat'
        when ${burnoutChange} > 0 then 'up'
        when ${burnoutChange} < 0 then 'down'
      end`.as('trendDirection'),
      burnoutChange.as('trendValue'),
      'client.createdAt',
    ])
