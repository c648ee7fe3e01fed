import { sql } from 'kysely'
import {
  type CrmRecordKind,
  type CrmResult,
  type CrmState,
  maxCrmResults,
} from '#contract/crm/crm.ts'
import { hasCoachRole } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { toStorableText } from '../../platform/db/storable-values.ts'
import { newId } from '../../platform/ids.ts'
import type { CrmRecord } from '../../providers/crm/crm.ts'

/** History per CRM. */
const maxStoredSyncs = 20

/** The unfinished sync, or a new one. */
export async function startSync(tx: Db, integrationId: string, requestedBy: string | null) {
  const { id } = await tx
    .insertInto('crmSync')
    .values({ id: newId(), integrationId, requestedBy })
    .onConflict((it) =>
      it.columns(['integrationId']).where('finishedAt', 'is', null).doUpdateSet({ integrationId }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`delete from crm_sync where integration_id = ${integrationId} and id in (
    select id from crm_sync where integration_id = ${integrationId} order by created_at desc offset ${maxStoredSyncs})`.execute(
    tx,
  )
  return id
}

/** Undefined if it has ended. */
export async function beginSync(tx: Db, id: string) {
  const sync = await tx
    .updateTable('crmSync')
    .set({ total: sql<number>`(select count(*) from ${records} as it)`, error: null })
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .returning(['integrationId', 'cursor'])
    .executeTakeFirst()
  if (sync) await deleteStaleLinks(tx, sync.integrationId)
  return sync
}

/** What may be sent to a CRM: organizations and active coaches, never anything about clients. */
const records = sql`(
  select 'organization' as kind, id, name, null as first_name, null as last_name, null as email, country, city
  from organization
  union all
  select 'coach', coach.id, null, "user".first_name, "user".last_name, "user".email, coach.country, coach.city
  from coach join "user" on "user".id = coach.user_id
  where coach.status <> 'inactive' and "user".deactivated_at is null and ${hasCoachRole})`

/** Deleted organizations and coaches; their records in the CRM stay (docs/decisions/015). */
const deleteStaleLinks = (tx: Db, integrationId: string) =>
  sql`delete from crm_link where integration_id = ${integrationId} and not exists (
    select from organization where crm_link.kind = 'organization' and id = crm_link.record_id
    union all select from coach where crm_link.kind = 'coach' and id = crm_link.record_id)`.execute(
    tx,
  )

export type RecordToSync = {
  record: CrmRecord
  /** Position in the order of a sync. */
  position: string
  externalId: string | null
  sentHash: string | null
  isSuccess: boolean | null
}

/** The next records after a position. */
export async function nextRecords(
  db: Db,
  { integrationId, after, limit }: { integrationId: string; after: string; limit: number },
): Promise<RecordToSync[]> {
  const { rows } = await sql<Row>`
    select it.*, it.kind || ':' || it.id as position, link.external_id, link.sent_hash, link.is_success
    from ${records} as it
    left join crm_link link
      on link.integration_id = ${integrationId} and link.kind = it.kind and link.record_id = it.id
    where it.kind || ':' || it.id > ${after}
    order by position limit ${limit}`.execute(db)
  return rows.map(({ position, externalId, sentHash, isSuccess, ...row }) => ({
    position,
    externalId,
    sentHash,
    isSuccess,
    record: toRecord(row),
  }))
}

type Record = Pick<CrmRecord, 'id' | 'country' | 'city'> & {
  kind: CrmRecordKind
  name: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
}
type Row = Record & Omit<RecordToSync, 'record'>

function toRecord({ kind, id, country, city, ...it }: Record): CrmRecord {
  if (kind === 'organization') return { kind, id, name: it.name ?? '', country, city }
  const { firstName, lastName, email } = it
  return {
    kind,
    id,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    email: email ?? '',
    country,
    city,
  }
}

type Result = { externalId: string | null; sentHash: string | null; error: string | null }

/** Saves the result of a record and the position of the sync. Returns its counts so far. */
export async function saveResult(
  tx: Db,
  id: string,
  { record: { kind, id: recordId }, position }: RecordToSync,
  { integrationId, result }: { integrationId: string; result: Result | undefined },
) {
  if (result) {
    const { externalId, sentHash } = result
    const error = result.error === null ? null : toStorableText(result.error)
    const values = { externalId, sentHash, error, isSuccess: error === null }
    await tx
      .insertInto('crmLink')
      .values({ ...values, integrationId, kind, recordId })
      .onConflict((it) =>
        it
          .columns(['integrationId', 'kind', 'recordId'])
          .doUpdateSet({ ...values, at: sql<string>`now()` }),
      )
      .execute()
  }
  return tx
    .updateTable('crmSync')
    .set((eb) => ({
      cursor: position,
      done: eb('done', '+', 1),
      ...(result &&
        (result.error === null ? { sent: eb('sent', '+', 1) } : { failed: eb('failed', '+', 1) })),
    }))
    .where('id', '=', id)
    .returning(['sent', 'failed'])
    .executeTakeFirstOrThrow()
}

export const saveError = (tx: Db, id: string, error: string) =>
  tx.updateTable('crmSync').set({ error }).where('id', '=', id).execute()

export const finishSync = (tx: Db, id: string, error: string | null) =>
  tx
    .updateTable('crmSync')
    .set({ error, finishedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

export const activeCrm = (db: Db) =>
  db
    .selectFrom('integration')
    .select(['id', 'provider'])
    .where('type', '=', 'crm')
    .where('isActive', '=', true)
    .executeTakeFirst()

/** Latest sync and results of the active CRM. */
export async function crmState(db: Db): Promise<CrmState> {
  const crm = await activeCrm(db)
  if (!crm) return { provider: null, sync: null, linked: 0, failed: 0, results: [] }
  const sync = await db
    .selectFrom('crmSync')
    .select(['createdAt', 'finishedAt', 'total', 'done', 'sent', 'failed', 'error'])
    .where('integrationId', '=', crm.id)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { rows: counts } = await sql<{ linked: number; failed: number }>`
    select count(*) filter (where external_id is not null)::integer as linked,
      count(*) filter (where not is_success)::integer as failed
    from crm_link where integration_id = ${crm.id}`.execute(db)
  const { rows: results } = await sql<CrmResult>`
    select link.kind, link.record_id as id, coalesce(organization.name, "user".name, '') as name,
      link.is_success, link.error, link.at
    from crm_link link
    left join organization on link.kind = 'organization' and organization.id = link.record_id
    left join coach on link.kind = 'coach' and coach.id = link.record_id
    left join "user" on "user".id = coach.user_id
    where link.integration_id = ${crm.id}
    order by link.is_success, link.at desc, link.record_id
    limit ${maxCrmResults}`.execute(db)
  return {
    provider: crm.provider,
    sync: sync ?? null,
    ...(counts[0] ?? { linked: 0, failed: 0 }),
    results,
  }
}
