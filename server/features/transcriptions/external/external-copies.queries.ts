import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'

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

type Callback = { ids: string[]; reference: string | undefined }

/**
 * Enqueues the collection of a transcription by one of the provider's ids or by our reference. The provider may have
 * returned another id before than the one to collect by, which is the first of `ids`.
 */
export const enqueueCollection = (db: Db, queue: Queue, { ids, reference }: Callback) =>
  inTransaction(db, async (tx) => {
    const [jobId] = ids
    if (jobId === undefined) return
    const own = sql<string>`split_part(external_id, '~', 1)`
    const found = await tx
      .selectFrom('transcription')
      .innerJoin('integration', 'integration.id', 'transcription.integrationId')
      .select(['transcription.id', 'externalId'])
      .where('integration.provider', '=', 'elevenlabs')
      .where('transcription.status', '=', 'running')
      .where('externalId', 'is not', null)
      .where((eb) =>
        eb.or([eb(own, 'in', ids), ...(reference ? [eb('transcription.id', '=', reference)] : [])]),
      )
      .orderBy('transcription.createdAt')
      .limit(1)
      .executeTakeFirst()
    if (!found?.externalId) return
    const [previousId = '', ...rest] = found.externalId.split('~')
    const externalId = [jobId, ...rest].join('~')
    await queue.add(tx, 'transcribe', { id: found.id })
    if (previousId !== jobId && ids.includes(previousId))
      await tx
        .updateTable('transcription')
        .set({ externalId })
        .where('id', '=', found.id)
        .where('externalId', '=', found.externalId)
        .execute()
  })
