import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { activeDays, minimumGroup } from '#contract/analytics.ts'
import { mostRisk } from '#contract/clients.ts'
import { mayReadOrganization } from '../../access.ts'
import type { Db } from '../../db/db.ts'
import { notFound } from '../../errors.ts'
import type { Actor } from '../../http/mount.ts'
import type { Bands, Figures } from './group-size.ts'
import type { Month } from './months.ts'

const low = sql.lit(mostRisk.low)
const medium = sql.lit(mostRisk.medium)

/** One organization, or all. */
type Which = string | undefined

/** Throws not-found where the actor may not read the figures of the organization. */
export const organizationName = (db: Db, actor: Pick<Actor, 'userId' | 'roles'>, id: string) =>
  db
    .selectFrom('organization')
    .select('organization.name')
    .where('organization.id', '=', id)
    .where(mayReadOrganization(actor))
    .executeTakeFirstOrThrow(notFound('organization'))

export const ownOrganization = (db: Db, userId: string) =>
  db
    .selectFrom('organization')
    .innerJoin('user', 'user.organizationId', 'organization.id')
    .select(['organization.id', 'organization.name'])
    .where('user.id', '=', userId)
    .executeTakeFirstOrThrow(notFound('organization'))

/** Organizations with enough newcomers to be counted. */
export async function organizationsWithNewcomers(db: Db, id: Which) {
  const rows = await newcomers(db, id)
    .select(sql<string>`organization_id`.as('id'))
    .groupBy('organizationId')
    .having((eb) => eb.fn.countAll(), '>=', minimumGroup)
    .execute()
  return rows.map((it) => it.id)
}

const newcomers = (db: Db, id: Which) =>
  db
    .selectFrom('client')
    .where('userId', 'is not', null)
    .where('countedAt', 'is', null)
    .where('organizationId', 'is not', null)
    .$if(id !== undefined, (some) => some.where('organizationId', '=', id ?? ''))

/**
 * Counts the newcomers of an organization from now on, all of them together. The organization is held meanwhile: who
 * registers between two such requests must not be counted by the second one alone.
 */
export async function countNewcomers(tx: Db, id: string) {
  await tx.selectFrom('organization').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  if (!(await organizationsWithNewcomers(tx, id)).length) return
  await tx
    .updateTable('client')
    .set({ countedAt: sql`now()` })
    .where('id', 'in', newcomers(tx, id).select('client.id'))
    .execute()
}

type Row = Omit<Figures, 'risk'> & { id: string; name: string }

/** Everything that is counted, of the organizations in the order of their size. */
export const figuresOf = (db: Db, id: Which): Promise<Row[]> =>
  db
    .selectFrom('organization')
    .leftJoin(countsByOrganization(db, id).as('of'), 'of.organizationId', 'organization.id')
    .leftJoin(registeredByOrganization(db, id).as('all'), 'all.organizationId', 'organization.id')
    .select([
      'organization.id',
      'organization.name',
      'organization.eligibleHeadcount as eligible',
      'organization.monthlyPricePerEmployee as monthlyPrice',
      'organization.pricePerSession',
      'organization.currency',
      sql<number>`coalesce("all".registered, 0)`.as('registered'),
      sql<number>`coalesce("of".counted, 0)`.as('counted'),
      sql<number>`coalesce("of".first_session, 0)`.as('firstSession'),
      sql<number>`coalesce("of".active, 0)`.as('active'),
      sql<number>`coalesce("of".recorded, 0)`.as('recorded'),
      sql<number>`coalesce("of".sessions, 0)`.as('sessions'),
      'of.minutes',
    ])
    .$if(id !== undefined, (some) => some.where('organization.id', '=', id ?? ''))
    .orderBy('organization.eligibleHeadcount', 'desc')
    .orderBy('organization.name')
    .orderBy('organization.id')
    .execute()

const registeredByOrganization = (db: Db, id: Which) =>
  db
    .selectFrom('client')
    .select('organizationId')
    .select((eb) => eb.fn.countAll<number>().as('registered'))
    .where('userId', 'is not', null)
    .where('organizationId', 'is not', null)
    .$if(id !== undefined, (some) => some.where('organizationId', '=', id ?? ''))
    .groupBy('organizationId')

const counted = (db: Db, id: Which) =>
  db
    .selectFrom('client')
    .where('client.countedAt', 'is not', null)
    .where('client.organizationId', 'is not', null)
    .$if(id !== undefined, (some) => some.where('client.organizationId', '=', id ?? ''))

/** Sessions that were had, by client, in one reading: a million of them are not looked up one by one. */
const sessionsHad = (db: Db, id: Which) =>
  db
    .selectFrom('session')
    .leftJoin('recording', 'recording.sessionId', 'session.id')
    .where('session.sessionDate', '<=', sql<string>`now()`)
    .where('session.archivedAt', 'is', null)
    .$if(id !== undefined, (some) =>
      some.where('session.clientId', 'in', counted(db, id).select('client.id')),
    )
    .select([
      'session.clientId',
      sql<number>`count(*)`.as('sessions'),
      sql<string>`max(session.session_date)`.as('last'),
      sql<number>`count(recording.id)`.as('recordings'),
      sql<number>`sum(recording.duration) / 60`.as('minutes'),
    ])
    .groupBy('session.clientId')

const countsByOrganization = (db: Db, id: Which) =>
  counted(db, id)
    .leftJoin(sessionsHad(db, id).as('had'), 'had.clientId', 'client.id')
    .select([
      'client.organizationId',
      sql<number>`count(*)`.as('counted'),
      sql<number>`count(had.client_id)`.as('firstSession'),
      sql<number>`count(*) filter (where had.last > now() - ${sql.lit(activeDays)} * interval '1 day')`.as(
        'active',
      ),
      sql<number>`count(*) filter (where had.recordings > 0)`.as('recorded'),
      sql<number>`coalesce(sum(had.sessions), 0)::bigint`.as('sessions'),
      sql<number | null>`sum(had.minutes) / nullif(sum(had.recordings), 0)::double precision`.as(
        'minutes',
      ),
    ])
    .groupBy('client.organizationId')

/** People by the band of their latest assessment up to the end of each month. */
export async function bandsOf(db: Db, id: Which, months: readonly Month[]) {
  const inBand = (isIn: (score: RawBuilder<unknown>) => RawBuilder<SqlBool>) => {
    const people = months.map(
      (_, index) => sql`count(*) filter (where ${isIn(sql.ref(`latest.score${index}`))})`,
    )
    return sql<number[]>`array[${sql.join(people)}]::integer[]`
  }
  const rows = await counted(db, id)
    .innerJoin(latestScores(db, id, months).as('latest'), 'latest.clientId', 'client.id')
    .select([
      'client.organizationId',
      inBand((score) => sql`${score} <= ${low}`).as('low'),
      inBand((score) => sql`${score} > ${low} and ${score} <= ${medium}`).as('medium'),
      inBand((score) => sql`${score} > ${medium}`).as('high'),
    ])
    .groupBy('client.organizationId')
    .execute()
  const found = new Map(rows.map((it) => [it.organizationId, it]))
  return (organizationId: string): Bands[] => {
    const of = found.get(organizationId)
    return months.map(({ month }, index) => ({
      month,
      low: of?.low[index] ?? 0,
      medium: of?.medium[index] ?? 0,
      high: of?.high[index] ?? 0,
    }))
  }
}

/**
 * The score of a client's latest assessment up to the end of each month: all six in one reading of the index that has
 * this order. Looked up one by one they took six times as long for 100 000 people.
 */
const latestScores = (db: Db, id: Which, months: readonly Month[]) =>
  db
    .selectFrom('burnoutAssessment')
    .$if(id !== undefined, (some) =>
      some.where('clientId', 'in', counted(db, id).select('client.id')),
    )
    .select('clientId')
    .select(
      months.map(({ end }, index) =>
        sql`(array_agg(risk_score order by week_number desc, created_at desc)
          filter (where created_at < ${end}))[1]`.as(`score${index}`),
      ),
    )
    .groupBy('clientId')
