import type { Db } from '../../../platform/db/db.ts'

export type ExternalCopy = { integrationId: string; externalId: string }

export const listExternalCopies = (db: Db): Promise<ExternalCopy[]> =>
  db
    .selectFrom('externalCopy')
    .select(['integrationId', 'externalId'])
    .orderBy('createdAt')
    .execute()

export const hasExternalCopy = async (db: Db, { integrationId, externalId }: ExternalCopy) =>
  (await db
    .selectFrom('externalCopy')
    .select('createdAt')
    .where('integrationId', '=', integrationId)
    .where('externalId', '=', externalId)
    .executeTakeFirst()) !== undefined

export const deleteExternalCopyRow = (db: Db, { integrationId, externalId }: ExternalCopy) =>
  db
    .deleteFrom('externalCopy')
    .where('integrationId', '=', integrationId)
    .where('externalId', '=', externalId)
    .execute()
