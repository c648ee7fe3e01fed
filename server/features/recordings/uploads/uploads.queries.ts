import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { isUnleased, ownsLease, type Lease } from '../../../platform/db/lease.ts'
import type * as tables from '../../../platform/db/schema.ts'

export const arrivedColumns = [
  'id',
  'sessionId',
  'userId',
  'originalUserId',
  'address',
  'fileName',
  'sizeBytes',
] as const
/** An upload that has arrived whole: what becomes the recording, and who brought it. */
export type Arrived = Pick<Selectable<tables.Upload>, (typeof arrivedColumns)[number]>

export const addUpload = (db: Db, values: Insertable<tables.Upload>) =>
  db.insertInto('upload').values(values).execute()

/** More has arrived: whoever sends it is still there. False where the lease is lost. */
export async function touchUpload(tx: Db, lease: Lease) {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({ lastSeenAt: sql`now()` })
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Everything has arrived: from here on it is background work. False where the lease is lost. */
export async function handOverUpload(tx: Db, lease: Lease, address: string) {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({ status: 'processing', lastSeenAt: sql`now()`, address, leasedUntil: null })
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What came within one request is known at its end only. Undefined where the lease is lost. */
export const nameUpload = (
  tx: Db,
  lease: Lease,
  values: { fileName: string; sizeBytes: number; address: string },
) =>
  tx
    .updateTable('upload')
    .set(values)
    .where(ownsLease(lease))
    .returning(arrivedColumns)
    .executeTakeFirst()

/** False where there is none any more. */
export async function removeUpload(db: Db, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('upload')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The upload has become a recording. False where the lease is lost. */
export async function closeUpload(tx: Db, lease: Lease) {
  const { numDeletedRows } = await tx
    .deleteFrom('upload')
    .where(ownsLease(lease))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const knownUploads = (db: Db, ids: readonly string[]) =>
  ids.length
    ? db
        .selectFrom('upload')
        .select('id')
        .where('id', 'in', ids)
        .where('status', '<>', 'failed')
        .execute()
    : []

/** Milliseconds after which an upload that nobody continues makes room for another one. */
const abandonedMs = 60 * 60 * 1000
/** The same where nothing came after the first request: its answer was lost, or it was to be the only one. */
const unheardMs = 60 * 1000
const ago = (ms: number) => sql<string>`now() - ${sql.lit(ms)} * interval '1 millisecond'`

/**
 * Removes the rows of uploads that nobody works on and nobody will: those that broke off for good, and those of which
 * nothing was heard since `before`. Answers their ids.
 */
export const removeForgotten = (db: Db, before: Date) =>
  db
    .deleteFrom('upload')
    .where(isUnleased)
    .where('status', '<>', 'processing')
    .where((eb) =>
      eb.or([
        eb('lastSeenAt', '<', before.toISOString()),
        eb.and([eb('isResumable', '=', false), eb('createdAt', '<', ago(unheardMs))]),
      ]),
    )
    .returning('id')
    .execute()

/** Uploads that take up a place, of a person or for a session. The abandoned ones come first, the oldest before others. */
export const openUploads = (tx: Db, of: { userId: string } | { sessionId: string }) =>
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
              eb('createdAt', '<', ago(unheardMs)),
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
