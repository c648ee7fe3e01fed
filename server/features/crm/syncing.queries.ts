import { sql } from 'kysely'
import type { CrmRecordKind } from '#contract/crm.ts'
import { hasCoachRole } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { toStorableText } from '../../platform/db/storable-text.ts'
import { isUnleased, ownsLease, type Lease, acquireLease } from '../../platform/db/lease.ts'
import { isQueued, type Queue } from '../../platform/db/queue.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { CrmRecord } from '../../providers/crm/crm.ts'

/** Syncs of one CRM that are kept. */
const keptSyncs = 20

/** The sync that is under way, which is to go on now, or a new one. */
export async function openSync(tx: Db, integrationId: string, requestedBy: string | null) {
  const { id } = await tx
    .insertInto('crmSync')
    .values({ id: newId(), integrationId, requestedBy })
    .onConflict((it) =>
      it
        .columns(['integrationId'])
        .where('finishedAt', 'is', null)
        .doUpdateSet({ notBefore: sql<string>`now()`, attempts: 0 }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`delete from crm_sync where integration_id = ${integrationId} and id in (
    select id from crm_sync where integration_id = ${integrationId} order by created_at desc offset ${keptSyncs})`.execute(
    tx,
  )
  return id
}

/** Takes a sync that is due, if nobody works on it. */
export const takeSync = (db: Db, id: string, leaseMs: number) =>
  inTransaction(db, async (tx) => {
    const ready = sql<boolean>`finished_at is null and not_before <= now()`
    const lease = await acquireLease(tx, { table: 'crm_sync', id }, { leaseMs, ready })
    if (!lease) return undefined
    const row = await tx
      .updateTable('crmSync')
      .set((eb) => ({
        attempts: eb('attempts', '+', 1),
        total: sql<number>`(select count(*) from ${records} as it)`,
        error: null,
      }))
      .where(ownsLease(lease))
      .returning(['integrationId', 'attempts', 'reached'])
      .executeTakeFirstOrThrow()
    await forgetGone(tx, row.integrationId)
    return { lease, ...row }
  })

/** What a CRM may know: organizations, and the coaches who work. Nothing of a client stands here, nor can. */
const records = sql`(
  select 'organization' as kind, id, name, null as first_name, null as last_name, null as email, country, city
  from organization
  union all
  select 'coach', coach.id, null, "user".first_name, "user".last_name, "user".email, coach.country, coach.city
  from coach join "user" on "user".id = coach.user_id
  where coach.status <> 'inactive' and "user".deactivated_at is null and ${hasCoachRole})`

/** What is gone here is not kept count of any more; there it stays (decision 15). */
const forgetGone = (tx: Db, integrationId: string) =>
  sql`delete from crm_link where integration_id = ${integrationId} and not exists (
    select from organization where crm_link.kind = 'organization' and id = crm_link.record_id
    union all select from coach where crm_link.kind = 'coach' and id = crm_link.record_id)`.execute(
    tx,
  )

export type Due = {
  record: CrmRecord
  /** Its place in the order of a sync. */
  place: string
  externalId: string | null
  sentHash: string | null
  isSuccess: boolean | null
}

/** The next records behind a place. */
export async function nextRecords(
  db: Db,
  { integrationId, behind, limit }: { integrationId: string; behind: string; limit: number },
): Promise<Due[]> {
  const { rows } = await sql<Row>`
    select it.*, it.kind || ':' || it.id as place, link.external_id, link.sent_hash, link.is_success
    from ${records} as it
    left join crm_link link
      on link.integration_id = ${integrationId} and link.kind = it.kind and link.record_id = it.id
    where it.kind || ':' || it.id > ${behind}
    order by place limit ${limit}`.execute(db)
  return rows.map(({ place, externalId, sentHash, isSuccess, ...row }) => ({
    ...{ place, externalId, sentHash, isSuccess, record: recordOf(row) },
  }))
}

type Record = Pick<CrmRecord, 'id' | 'country' | 'city'> & {
  kind: CrmRecordKind
  name: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
}
type Row = Record & Omit<Due, 'record'>

function recordOf({ kind, id, country, city, ...it }: Record): CrmRecord {
  if (kind === 'organization') return { kind, id, name: it.name ?? '', country, city }
  const { firstName, lastName, email } = it
  return {
    ...{ kind, id, firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '' },
    ...{ country, city },
  }
}

type Result = { externalId: string | null; sentHash: string | null; error: string | null }

/** What came of one record, and that the sync has come so far. False: somebody else works on it by now. */
export const noteResult = (
  db: Db,
  lease: Lease,
  { record: { kind, id: recordId }, place }: Due,
  { integrationId, result }: { integrationId: string; result: Result | undefined },
) =>
  inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('crmSync')
      .set((eb) => ({
        ...{ reached: place, done: eb('done', '+', 1) },
        ...(result &&
          (result.error === null
            ? { sent: eb('sent', '+', 1) }
            : { failed: eb('failed', '+', 1) })),
      }))
      .where(ownsLease(lease))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
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
    return true
  })

/** It is over, well or not. */
export const endSync = (db: Db, lease: Lease, error: string | null) =>
  db
    .updateTable('crmSync')
    .set({ error, finishedAt: sql<string>`now()`, leasedUntil: null })
    .where(ownsLease(lease))
    .execute()

type Again = { tries: number; delayMs: number; error: string | null }

/** Leaves it for another try after `delayMs`. */
export const leaveSync = (db: Db, lease: Lease, { tries, delayMs, error }: Again) =>
  db
    .updateTable('crmSync')
    .set({
      ...{ attempts: tries, error, leasedUntil: null },
      notBefore: sql<string>`now() + ${delayMs} * interval '1 millisecond'`,
    })
    .where(ownsLease(lease))
    .execute()

/** Queues again what is due and nobody works on: what waited, and what processes left that were killed. */
export async function rescueSyncs(db: Db, queue: Queue) {
  const { rows } = await sql<{ id: string }>`
    select id from crm_sync
    where finished_at is null and not_before <= now() and ${isUnleased}
      and not ${isQueued(sql`'sync-crm:' || crm_sync.id`)}
    limit 100`.execute(db)
  for (const { id } of rows) await queue.add(db, 'sync-crm', { syncId: id })
}
