import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'

type NewBackup = { sizeBytes: number; hasSecretKey: boolean; fileName?: string | null }

export async function insertBackup(db: Db, backup: NewBackup) {
  await db
    .insertInto('backup')
    .values({ id: newId(), ...backup })
    .execute()
  await db.deleteFrom('failedBackup').execute()
}

export const getNewestBackup = (db: Db) =>
  db
    .selectFrom('backup')
    .select(['finishedAt', 'sizeBytes', 'hasSecretKey'])
    .orderBy('finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function insertFailedBackup(db: Db, error: string) {
  await db.deleteFrom('failedBackup').execute()
  await db.insertInto('failedBackup').values({ id: newId(), error }).execute()
}

export const findFailedBackup = (db: Db) =>
  db.selectFrom('failedBackup').select(['failedAt', 'error']).executeTakeFirst()

/** Whether one was written, or failed, since then. */
export async function wasBackedUpSince(db: Db, since: Date) {
  const { rows } = await sql`
    select from backup where finished_at >= ${since.toISOString()}
    union all select from failed_backup where failed_at >= ${since.toISOString()}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Names of the archives in the backup folder that were written before the newest `kept`. */
export async function listSurplusBackups(db: Db, kept: number) {
  const rows = await db
    .selectFrom('backup')
    .select('fileName')
    .where('fileName', 'is not', null)
    .orderBy('finishedAt', 'desc')
    .offset(kept)
    .execute()
  return rows.flatMap(({ fileName }) => fileName ?? [])
}

/** Those that were deleted from the folder. */
export const forgetBackupFile = (db: Db, fileName: string) =>
  db.updateTable('backup').set({ fileName: null }).where('fileName', '=', fileName).execute()

/** Whether a backup is being written, or is asked for. */
export async function isBackupRunning(db: Db) {
  const { rows } = await sql`
    select from pgboss.job where data->>'job' = 'back-up' and state < 'completed' limit 1`.execute(
    db,
  )
  return rows.length > 0
}
