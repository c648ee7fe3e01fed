import { type RawBuilder, sql } from 'kysely'
import { activeDays, durationStep, longestDuration } from '#contract/analytics.ts'
import { riskLevelOf } from '#contract/value-colours.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Assessed, Present } from '../edition/edition.ts'
import type { Month } from '../months.ts'

/**
 * Who counts in the figures of these organizations, and what is counted of them: clients with a user of that role whose
 * account is active, from their first session on. Anybody can register with the onboarding link, and while no message
 * leaves the installation, no confirmed e-mail shows that a registered person is somebody.
 */
export async function presentIn(
  db: Db,
  organizationIds: readonly string[],
  months: readonly Month[],
  now: Date,
) {
  const clients = clientsOf(db, organizationIds)
  const rows = await clients
    .innerJoin(sessionsHad(db, organizationIds, now).as('had'), 'had.clientId', 'client.id')
    .leftJoin(
      latestAssessments(db, organizationIds, months).as('latest'),
      'latest.clientId',
      'client.id',
    )
    .select(['client.organizationId', 'client.id', 'had.sessions', 'had.recordings', 'had.minutes'])
    .select(sql<boolean>`had.last > ${activeSince(now)}`.as('isActive'))
    .select(sql<(string | null)[] | null>`latest.instants`.as('instants'))
    .select(sql<(number | null)[] | null>`latest.scores`.as('scores'))
    .orderBy('client.id')
    .execute()
  const present = new Map(organizationIds.map((id) => [id, new Map<string, Present>()]))
  for (const { organizationId, id, instants, scores, minutes, ...counts } of rows)
    present.get(organizationId ?? '')?.set(id, {
      ...counts,
      minutes: minutes === null ? null : quarterOf(minutes),
      assessed: Object.fromEntries(
        months.map(({ month }, index) => [month, assessedAt(instants?.[index], scores?.[index])]),
      ),
    })
  return present
}

/** How many count now in an organization. */
export async function registeredIn(db: Db, organizationId: string, now: Date) {
  const { count } = await clientsOf(db, [organizationId])
    .innerJoin(sessionsHad(db, [organizationId], now).as('had'), 'had.clientId', 'client.id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const clientsOf = (db: Db, organizationIds: readonly string[]) =>
  db
    .selectFrom('client')
    .where('client.organizationId', '=', sql<string>`any(${organizationIds}::uuid[])`)
    .where('client.isEmployee', '=', true)

const activeSince = (now: Date) =>
  new Date(now.getTime() - activeDays * 24 * 3600 * 1000).toISOString()

/** Sessions that were had, by client, in one reading: a million of them are not looked up one by one. */
const sessionsHad = (db: Db, organizationIds: readonly string[], now: Date) =>
  db
    .selectFrom('session')
    .leftJoin('recording', 'recording.sessionId', 'session.id')
    .where('session.clientId', 'in', clientsOf(db, organizationIds).select('client.id'))
    .where('session.sessionDate', '<=', now.toISOString())
    .where('session.archivedAt', 'is', null)
    .select([
      'session.clientId',
      sql<number>`count(*)`.as('sessions'),
      sql<string>`max(session.session_date)`.as('last'),
      sql<number>`count(recording.id)`.as('recordings'),
      // Of some recordings the length is unknown, which is kept as none.
      sql<number | null>`avg(nullif(recording.duration, 0)) / 60`.as('minutes'),
    ])
    .groupBy('session.clientId')

/**
 * Instant and score of each client's latest assessment that counted at the end of each month (contract/scores.ts, and
 * `effective_assessment` for now), all in one reading of the index that has this order. Looked up one by one they took six times as long for 100 000 people.
 */
const latestAssessments = (
  db: Db,
  organizationIds: readonly string[],
  months: readonly Month[],
) => {
  const latest = (column: RawBuilder<unknown>, { end }: Month) =>
    sql`(array_agg(${column} order by week_number desc, weight desc, created_at desc, id desc)
      filter (where created_at < ${end}))[1]`
  const perMonth = (column: RawBuilder<unknown>) =>
    sql`json_build_array(${sql.join(months.map((month) => latest(column, month)))})`
  return db
    .selectFrom('burnoutAssessment')
    .where('clientId', 'in', clientsOf(db, organizationIds).select('client.id'))
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
  return { assessment: instant, band: riskLevelOf(score) }
}

const quarterOf = (minutes: number) =>
  Math.min(longestDuration, Math.floor(minutes / durationStep) * durationStep)
