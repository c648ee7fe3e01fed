import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { activeDays, durationStep, maxDuration } from '#contract/analytics/analytics.ts'
import { helpfulFrom } from '#contract/feedback/feedback.ts'
import type { ConsentPurpose } from '#contract/consents/consents.ts'
import { toRiskLevel } from '#contract/rules/value-colours.ts'
import type { Db } from '../../../platform/db/db.ts'
import { listOutcomes, noOutcome } from './current-outcomes.queries.ts'
import type { Assessed, CurrentCounts } from './edition.ts'
import type { Month } from './periods.ts'

/**
 * Counts of the clients in the figures of these organizations: active employees from their first session on. Registration
 * alone does not count, because anybody with the onboarding link can register.
 */
export async function countCurrentClients(
  db: Db,
  organizationIds: readonly string[],
  months: readonly Month[],
  now: Date,
) {
  const clients = selectEmployees(db, organizationIds)
  const rows = await clients
    .innerJoin(pastSessions(db, organizationIds, now).as('had'), 'had.clientId', 'client.id')
    .leftJoin(
      latestAssessments(db, organizationIds, months).as('latest'),
      'latest.clientId',
      'client.id',
    )
    .leftJoin(latestFeedback(db, organizationIds, now).as('said'), 'said.clientId', 'client.id')
    .select(['client.organizationId', 'client.id', 'had.sessions', 'had.recordings', 'had.minutes'])
    .select(['said.feedback', 'said.isHelpful', 'had.metIn'])
    .select(
      sql<string | null>`case when had.first > ${yearBefore(now)} then had.first end`.as(
        'firstMet',
      ),
    )
    .select(
      sql<number>`greatest(0, extract(day from had.first - client.created_at))::int`.as('waitDays'),
    )
    .select(sql<boolean>`had.last > ${activeSince(now)}`.as('isActive'))
    .select(sql<(string | null)[] | null>`latest.instants`.as('instants'))
    .select(sql<(number | null)[] | null>`latest.scores`.as('scores'))
    .orderBy('client.id')
    .execute()
  const outcomes = await listOutcomes(
    db,
    rows.map(({ id }) => id),
    { since: yearBefore(now), now: now.toISOString() },
  )
  const present = new Map(organizationIds.map((id) => [id, new Map<string, CurrentCounts>()]))
  for (const { organizationId, id, instants, scores, minutes, waitDays, ...counts } of rows)
    present.get(organizationId ?? '')?.set(id, {
      ...counts,
      ...(outcomes.get(id) ?? noOutcome),
      waitDays: counts.firstMet === null ? null : waitDays,
      minutes: minutes === null ? null : quarterHour(minutes),
      assessed: Object.fromEntries(
        months.map(({ month }, index) => [month, assessedAt(instants?.[index], scores?.[index])]),
      ),
    })
  return present
}

/** Number of people who currently count. */
export async function countCounted(db: Db, organizationId: string, now: Date) {
  const { count } = await selectEmployees(db, [organizationId])
    .innerJoin(pastSessions(db, [organizationId], now).as('had'), 'had.clientId', 'client.id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** As `is_consent_given`, which is slow for many: employees decide for themselves. */
const figures: ConsentPurpose = 'organization_figures'
const hasAgreed = sql<SqlBool>`coalesce((
  select is_given from consent where client_id = client.id and purpose = ${figures}
  order by decided_at desc, id desc limit 1),
  client.organization_id in (select id from organization where is_consent_outside(id, ${figures})))`

/** Without those who have not agreed to be counted. */
const selectEmployees = (db: Db, organizationIds: readonly string[]) =>
  db
    .selectFrom('client')
    .where('client.organizationId', '=', sql<string>`any(${organizationIds}::uuid[])`)
    .where('client.isEmployee', '=', true)
    .where(hasAgreed)

const daysBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * 24 * 3600 * 1000).toISOString()
const activeSince = (now: Date) => daysBefore(now, activeDays)
const yearBefore = (now: Date) => daysBefore(now, 365)

/** Per client, in one pass. */
const pastSessions = (db: Db, organizationIds: readonly string[], now: Date) =>
  db
    .selectFrom('session')
    .leftJoin('recording', 'recording.sessionId', 'session.id')
    .where('session.clientId', 'in', selectEmployees(db, organizationIds).select('client.id'))
    .where('session.sessionDate', '<=', now.toISOString())
    .where('session.archivedAt', 'is', null)
    .select([
      'session.clientId',
      sql<number>`count(*)`.as('sessions'),
      sql<string>`min(session.session_date)`.as('first'),
      sql<string>`max(session.session_date)`.as('last'),
      sql<
        string[]
      >`array_agg(distinct to_char(session.session_date at time zone 'UTC', 'YYYY-MM'))`.as(
        'metIn',
      ),
      sql<number>`count(recording.id)`.as('recordings'),
      // 0 means an unknown duration.
      sql<number | null>`avg(nullif(recording.duration, 0)) / 60`.as('minutes'),
    ])
    .groupBy('session.clientId')

/** On the last session of each client that has any. */
const latestFeedback = (db: Db, organizationIds: readonly string[], now: Date) =>
  db
    .selectFrom('feedback')
    .innerJoin('session', 'session.id', 'feedback.sessionId')
    .distinctOn('session.clientId')
    .select([
      'session.clientId',
      'feedback.givenAt as feedback',
      sql<boolean>`feedback.rating >= ${helpfulFrom}`.as('isHelpful'),
    ])
    .where('session.clientId', 'in', selectEmployees(db, organizationIds).select('client.id'))
    .where('session.sessionDate', '<=', now.toISOString())
    .where('session.archivedAt', 'is', null)
    .where('feedback.rating', 'is not', null)
    .orderBy('session.clientId')
    .orderBy('session.sessionDate', 'desc')
    .orderBy('session.id')

/**
 * Instant and score of each client's assessment that counted at the end of each month. What an analysis inferred makes no figure
 * until a person has decided on it.
 */
const latestAssessments = (
  db: Db,
  organizationIds: readonly string[],
  months: readonly Month[],
) => {
  const latest = (column: RawBuilder<unknown>, { end }: Month) =>
    sql`(array_agg(${column} order by week_number desc, rank)
      filter (where created_at < ${end}))[1]`
  const perMonth = (column: RawBuilder<unknown>) =>
    sql`json_build_array(${sql.join(months.map((month) => latest(column, month)))})`
  return db
    .selectFrom('rankedAssessment')
    .where('clientId', 'in', selectEmployees(db, organizationIds).select('client.id'))
    .where('isInferred', '=', false)
    .select('clientId')
    .select(perMonth(sql`created_at`).as('instants'))
    .select(perMonth(sql`risk_score`).as('scores'))
    .groupBy('clientId')
}

function assessedAt(
  instant: string | null | undefined,
  score: number | null | undefined,
): Assessed {
  if (typeof instant !== 'string' || typeof score !== 'number')
    return { assessment: null, band: null }
  return { assessment: instant, band: toRiskLevel(score) }
}

const quarterHour = (minutes: number) =>
  Math.min(maxDuration, Math.floor(minutes / durationStep) * durationStep)
