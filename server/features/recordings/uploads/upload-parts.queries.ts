import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

export type StoredParts = {
  integrationId: string
  multipartId: string | null
  storedBytes: number
  /** Including bytes that wait. */
  arrivedBytes: number
}

/** Undefined if there is no upload, or if its parts are in the staging folder. */
export async function findStoredParts(db: Db, id: string) {
  const { rows } = await sql<StoredParts>`
    select parts_integration_id as integration_id, multipart_id,
      coalesce(sum(part.size_bytes) filter (where etag is not null), 0)::float8 as stored_bytes,
      coalesce(sum(part.size_bytes), 0)::float8 as arrived_bytes
    from upload left join upload_part as part on part.upload_id = upload.id
    where upload.id = ${id} and parts_integration_id is not null
    group by upload.id`.execute(db)
  return rows[0]
}

/** In the order of the parts. */
export async function listEtags(db: Db, id: string) {
  const rows = await db
    .selectFrom('uploadPart')
    .select('etag')
    .where('uploadId', '=', id)
    .orderBy('fromByte')
    .execute()
  return rows.flatMap(({ etag }) => etag ?? [])
}

export async function listWaitingBytes(db: Db, id: string) {
  const rows = await db
    .selectFrom('uploadPart')
    .select('bytes')
    .where('uploadId', '=', id)
    .where('etag', 'is', null)
    .orderBy('fromByte')
    .execute()
  return rows.flatMap(({ bytes }) => bytes ?? [])
}

export const saveMultipartId = (tx: Db, id: string, multipartId: string) =>
  tx.updateTable('upload').set({ multipartId }).where('id', '=', id).execute()

type NewPart = { uploadId: string; fromByte: number; sizeBytes: number }

/** The part has been stored, so its bytes need not wait any more. */
export async function saveStoredPart(tx: Db, part: NewPart & { etag: string }) {
  await tx
    .deleteFrom('uploadPart')
    .where('uploadId', '=', part.uploadId)
    .where('etag', 'is', null)
    .execute()
  await tx.insertInto('uploadPart').values(part).execute()
}

export const saveWaitingBytes = (tx: Db, part: NewPart & { bytes: Buffer }) =>
  tx.insertInto('uploadPart').values(part).execute()
