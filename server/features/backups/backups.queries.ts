import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'

export const insertBackup = (db: Db, backup: { sizeBytes: number; hasSecretKey: boolean }) =>
  db
    .insertInto('backup')
    .values({ id: newId(), ...backup })
    .execute()

export const getNewestBackup = (db: Db) =>
  db
    .selectFrom('backup')
    .select(['finishedAt', 'sizeBytes', 'hasSecretKey'])
    .orderBy('finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
