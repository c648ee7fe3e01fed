import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { isUnleased, ownsLease, type Lease } from '../../../platform/db/lease.ts'
import type * as tables from '../../../platform/db/schema.ts'

export const receivedColumns = [
  'id',
  'sessionId',
  'userId',
  'originalUserId',
  'address',
  'fileName',
  'sizeBytes',
] as const
/** A complete upload: what becomes the recording, and who uploaded it. */
export type ReceivedUpload = Pick<Selectable<tables.Upload>, (typeof receivedColumns)[number]>

export const insertUpload = (db: Db, values: Insertable<tables.Upload>) =>
  db.insertInto('upload').values(values).execute()

/** Records activity. False if the lease is lost. */
export async function touchUpload(tx: Db, lease: Lease) {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({ lastSeenAt: sql`now()` })
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Everything has arrived: a job finishes it. False if the lease is lost. */
export async function markUploadComplete(tx: Db, lease: Lease, address: string) {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({ status: 'processing', lastSeenAt: sql`now()`, address, leasedUntil: null })
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** For an upload in one request, whose size is known at its end. Undefined if the lease is lost. */
export const saveUploadDetails = (
  tx: Db,
  lease: Lease,
  values: { fileName: string; sizeBytes: number; address: string },
) =>
  tx
    .updateTable('upload')
    .set(values)
    .where(ownsLease(lease))
    .returning(receivedColumns)
    .executeTakeFirst()

/** Undefined if it no longer exists. */
export const deleteUpload = (db: Db, id: string) =>
  db.deleteFrom('upload').where('id', '=', id).returning('partsIntegrationId').executeTakeFirst()

/** The upload has become a recording. False if the lease is lost. */
export async function deleteFinishedUpload(tx: Db, lease: Lease) {
  const { numDeletedRows } = await tx
    .deleteFrom('upload')
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const findUploads = (db: Db, ids: readonly string[]) =>
  ids.length
    ? db
        .selectFrom('upload')
        .select('id')
        .where('id', 'in', ids)
        .where('status', '<>', 'failed')
        .execute()
    : []

export const listFailedUploads = (db: Db) =>
  db.selectFrom('upload').select('id').where('status', '=', 'failed').execute()

/** Milliseconds without activity after which an upload makes room for another one. */
const abandonedMs = 60 * 60 * 1000
/** The same for uploads with a single request, whose response may have been lost. */
const singleRequestMs = 60 * 1000
const ago = (ms: number) => sql<string>`now() - ${sql.lit(ms)} * interval '1 millisecond'`

/**
 * Deletes interrupted uploads that cannot be continued, and those without activity since `before`. Returns their ids.
 */
export const deleteAbandonedUploads = (db: Db, before: Date) =>
  db
    .deleteFrom('upload')
    .where(isUnleased)
    .where('status', '<>', 'processing')
    .where((eb) =>
      eb.or([
        eb('lastSeenAt', '<', before.toISOString()),
        eb.and([eb('isResumable', '=', false), eb('createdAt', '<', ago(singleRequestMs))]),
      ]),
    )
    .returning('id')
    .execute()

/** Uploads that count towards the limit of a user or a session: abandoned ones first, then by age. */
export const listOpenUploads = (tx: Db, of: { userId: string } | { sessionId: string }) =>
  tx
    .selectFrom('upload')
    .select((eb) => [
      'id',
      eb
        .and([
          isUnleased,
          eb('status', '=', 'receiving'),
          eb.or([
            eb('lastSeenAt', '<', ago(abandonedMs)),
            eb.and([
              eb('lastSeenAt', '=', eb.ref('createdAt')),
              eb('createdAt', '<', ago(singleRequestMs)),
            ]),
          ]),
        ])
        .as('isAbandoned'),
    ])
    .where((eb) =>
      'userId' in of ? eb('userId', '=', of.userId) : eb('sessionId', '=', of.sessionId),
    )
    .where('status', '<>', 'failed')
    .orderBy('isAbandoned', 'desc')
    .orderBy('lastSeenAt')
    .execute()
