import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Queue } from '../../../platform/db/queue.ts'

type Called = { ids: string[]; reference: string | undefined }

/**
 * Queues the transcription that goes on under one of these names, or was begun under that reference, to be collected now.
 * The service may have said another name before than the one under which the text is: the first of `ids`.
 */
export const callBackTo = (db: Db, queue: Queue, { ids, reference }: Called) =>
  inTransaction(db, async (tx) => {
    const [name] = ids
    if (name === undefined) return
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
      .forUpdate('transcription')
      .executeTakeFirst()
    if (!found?.externalId) return
    const [known = '', ...rest] = found.externalId.split('~')
    const externalId = [name, ...rest].join('~')
    if (known !== name && ids.includes(known))
      await tx.updateTable('transcription').set({ externalId }).where('id', '=', found.id).execute()
    await queue.add(tx, 'collect-transcription', { transcriptionId: found.id })
  })
