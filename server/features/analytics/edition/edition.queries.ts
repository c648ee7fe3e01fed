import { type Selectable, sql } from 'kysely'
import type { RiskLevel } from '#contract/clients.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { EditionClient } from '../../../platform/db/schema.ts'
import { type Counted, type Edition, largerSize, totalsOf } from './edition.ts'

/**
 * Organizations whose next edition may be due: one a day, in UTC, so that a reader cannot say which moment of it made
 * the difference. Where nothing is told yet it comes as soon as there are enough people.
 */
export async function organizationsToCount(
  db: Db,
  now: Date,
  { organizationIds, least }: { organizationIds: readonly string[] | undefined; least: number },
) {
  const rows = await db
    .selectFrom('organization')
    .leftJoin('edition', 'edition.organizationId', 'organization.id')
    .select('organization.id')
    .where((eb) =>
      eb.or([
        eb('edition.madeAt', '<', `${dayOf(now)}T00:00:00Z`),
        eb.and([
          eb('edition.organizationId', 'is', null),
          eb(
            eb
              .selectFrom('client')
              .select((of) => of.fn.countAll<number>().as('registered'))
              .whereRef('client.organizationId', '=', 'organization.id')
              .where('client.userId', 'is not', null),
            '>=',
            least,
          ),
        ]),
      ]),
    )
    .$if(organizationIds !== undefined, (some) =>
      some.where('organization.id', '=', sql<string>`any(${organizationIds}::uuid[])`),
    )
    .orderBy('organization.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Until the transaction ends nobody else counts the people of these organizations; who registers does not wait. */
export const holdOrganizations = (tx: Db, organizationIds: readonly string[]) =>
  tx
    .selectFrom('organization')
    .select(['id', 'eligibleHeadcount as eligible'])
    .where('id', '=', sql<string>`any(${organizationIds}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** The edition of each organization that has one. */
export async function editionsOf(db: Db, organizationIds: readonly string[]) {
  const of = sql<string>`any(${organizationIds}::uuid[])`
  const [editions, people, months] = await Promise.all([
    db.selectFrom('edition').selectAll().where('organizationId', '=', of).execute(),
    db.selectFrom('editionClient').selectAll().where('organizationId', '=', of).execute(),
    db.selectFrom('editionMonth').selectAll().where('organizationId', '=', of).execute(),
  ])
  const peopleOf = Map.groupBy(people, (it) => it.organizationId)
  const monthsOf = Map.groupBy(months, (it) => it.organizationId)
  return new Map(
    editions.map(({ organizationId, madeAt, least }): [string, Edition] => [
      organizationId,
      {
        least,
        madeIn: dayOf(new Date(madeAt)).slice(0, 7),
        people: new Map((peopleOf.get(organizationId) ?? []).map(countedOf)),
        months: new Map(
          (monthsOf.get(organizationId) ?? []).map(({ month, high, medium, low }) => [
            month,
            { high, medium, low },
          ]),
        ),
      },
    ]),
  )
}

const countedOf = ({ clientId, ...it }: Selectable<EditionClient>): [string, Counted] => [
  clientId,
  {
    isEnrolled: it.isEnrolled,
    sessions: it.sessions,
    isActive: it.isActive,
    recordings: it.recordings,
    minutes: it.minutes,
    assessment: it.assessment,
    // The column knows no others.
    band: it.band as RiskLevel | null,
  },
]

export type Change = { organizationId: string; before: Edition | undefined; after: Edition }

/** Keeps editions instead of those before them: what is the same in both is not written again. */
export async function keepEditions(tx: Db, changes: readonly Change[], now: Date) {
  const madeAt = now.toISOString()
  const editions = changes.map(({ organizationId, before, after }) => ({
    organization_id: organizationId,
    made_at: madeAt,
    least: after.least,
    ...totalsOf(after.people, largerSize(before, after.least)),
  }))
  const months = changes.flatMap(({ organizationId, before, after }) =>
    [...after.months]
      .filter(([month, it]) => before?.months.get(month) !== it)
      .map(([month, bands]) => ({ organization_id: organizationId, month, ...bands })),
  )
  const people = changes.flatMap(({ organizationId, before, after }) =>
    [...after.people]
      .filter(([id, it]) => before?.people.get(id) !== it)
      .map(([id, it]) => ({
        organization_id: organizationId,
        client_id: id,
        is_enrolled: it.isEnrolled,
        sessions: it.sessions,
        is_active: it.isActive,
        recordings: it.recordings,
        minutes: it.minutes,
        assessment: it.assessment,
        band: it.band,
      })),
  )
  const gone = changes.flatMap(({ organizationId, before, after }) =>
    [...(before?.people.keys() ?? [])]
      .filter((id) => !after.people.has(id))
      .map((id) => ({ organization_id: organizationId, client_id: id })),
  )
  // One value each, however many rows: the text of the statement stays the same.
  const rows = (values: object[]) => sql`${JSON.stringify(values)}::jsonb`
  await sql`
    insert into edition select it.* from jsonb_populate_recordset(null::edition, ${rows(editions)}) it
    on conflict (organization_id) do update set made_at = excluded.made_at, enrolled = excluded.enrolled,
      active = excluded.active, sessions = excluded.sessions, minutes = excluded.minutes, least = excluded.least`.execute(
    tx,
  )
  await sql`
    insert into edition_month select it.* from jsonb_populate_recordset(null::edition_month, ${rows(months)}) it
    on conflict (organization_id, month) do update set high = excluded.high, medium = excluded.medium,
      low = excluded.low`.execute(tx)
  await sql`
    insert into edition_client select it.* from jsonb_populate_recordset(null::edition_client, ${rows(people)}) it
    on conflict (organization_id, client_id) do update set is_enrolled = excluded.is_enrolled,
      sessions = excluded.sessions, is_active = excluded.is_active, recordings = excluded.recordings,
      minutes = excluded.minutes, assessment = excluded.assessment, band = excluded.band`.execute(
    tx,
  )
  await sql`
    delete from edition_client
    using jsonb_populate_recordset(null::edition_client, ${rows(gone)}) it
    where edition_client.organization_id = it.organization_id
      and edition_client.client_id = it.client_id`.execute(tx)
}

/** Where nobody is counted any more there is nothing to keep. */
export const forgetEditions = (tx: Db, organizationIds: readonly string[]) =>
  tx
    .deleteFrom('edition')
    .where('organizationId', '=', sql<string>`any(${organizationIds}::uuid[])`)
    .execute()

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
