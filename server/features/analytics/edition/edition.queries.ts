import { type Selectable, sql } from 'kysely'
import type { RiskLevel } from '#contract/clients.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { EditionClient } from '../../../platform/db/schema.ts'
import { type ClientCounts, type Edition, largerGroupSize, totalsOf } from './edition.ts'

/**
 * Organizations whose next edition may be due: one per UTC day, so that a reader cannot attribute a difference to a moment.
 * The first one is due as soon as there are enough people.
 */
export async function organizationsDue(
  db: Db,
  now: Date,
  {
    organizationIds,
    groupSize,
  }: { organizationIds: readonly string[] | undefined; groupSize: number },
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
            groupSize,
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

/** Locks organizations against concurrent editions, without blocking registrations. */
export const lockOrganizations = (tx: Db, organizationIds: readonly string[]) =>
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
    editions.map(({ organizationId, madeAt, groupSize }): [string, Edition] => [
      organizationId,
      {
        groupSize,
        publishedMonth: dayOf(new Date(madeAt)).slice(0, 7),
        people: new Map((peopleOf.get(organizationId) ?? []).map(countsOf)),
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

const countsOf = ({ clientId, ...it }: Selectable<EditionClient>): [string, ClientCounts] => [
  clientId,
  {
    isEnrolled: it.isEnrolled,
    sessions: it.sessions,
    isActive: it.isActive,
    recordings: it.recordings,
    minutes: it.minutes,
    assessment: it.assessment,
    band: it.band as RiskLevel | null,
  },
]

export type EditionChange = { organizationId: string; before: Edition | undefined; after: Edition }

/** Replaces editions; unchanged rows are not written. */
export async function saveEditions(tx: Db, changes: readonly EditionChange[], now: Date) {
  const madeAt = now.toISOString()
  const editions = changes.map(({ organizationId, before, after }) => ({
    organization_id: organizationId,
    made_at: madeAt,
    group_size: after.groupSize,
    ...totalsOf(after.people, largerGroupSize(before, after.groupSize)),
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
  const deletedPeople = changes.flatMap(({ organizationId, before, after }) =>
    [...(before?.people.keys() ?? [])]
      .filter((id) => !after.people.has(id))
      .map((id) => ({ organization_id: organizationId, client_id: id })),
  )
  // One parameter however many rows, so that the statement stays the same.
  const rows = (values: object[]) => sql`${JSON.stringify(values)}::jsonb`
  await sql`
    insert into edition select it.* from jsonb_populate_recordset(null::edition, ${rows(editions)}) it
    on conflict (organization_id) do update set made_at = excluded.made_at, enrolled = excluded.enrolled,
      active = excluded.active, sessions = excluded.sessions, minutes = excluded.minutes, group_size = excluded.group_size`.execute(
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
    using jsonb_populate_recordset(null::edition_client, ${rows(deletedPeople)}) it
    where edition_client.organization_id = it.organization_id
      and edition_client.client_id = it.client_id`.execute(tx)
}

export const deleteEditions = (tx: Db, organizationIds: readonly string[]) =>
  tx
    .deleteFrom('edition')
    .where('organizationId', '=', sql<string>`any(${organizationIds}::uuid[])`)
    .execute()

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)
