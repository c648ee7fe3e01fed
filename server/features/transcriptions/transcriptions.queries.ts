import type { Language } from '#contract/transcription-hints.ts'
import type { TranscriptionStatus } from '#contract/transcriptions.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/notify.ts'
import { newId } from '../../platform/ids.ts'
import { noExternalJob } from './run/transcribe.queries.ts'
import { asTranscription, topicOf, transcriptionColumns } from './transcription-rows.ts'

/** Undefined if one is in progress. */
export async function insertTranscription(
  db: Db,
  transcription: {
    sessionId: string
    requestedBy: string
    speakers: number | null
    language: Language | null
    note: string | null
  },
) {
  const row = await db
    .insertInto('transcription')
    .values({ id: newId(), ...transcription })
    // The unique index allows one in progress per session.
    .onConflict((conflict) => conflict.doNothing())
    .returning(transcriptionColumns)
    .executeTakeFirst()
  return row && asTranscription(row)
}

export const isAnyInProgress = async (db: Db) =>
  (await db
    .selectFrom('transcription')
    .select('id')
    .where('status', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst()) !== undefined

const cancelRunning = (db: Db) =>
  db
    .updateTable('transcription')
    .set({
      status: 'cancelled' satisfies TranscriptionStatus,
      ...noExternalJob,
      note: null,
      // Takes the lease from its worker.
      leasedUntil: null,
      finishedAt: new Date().toISOString(),
    })
    .where('status', 'in', ['waiting', 'running'])

/** Undefined if none is in progress. */
export async function cancelInProgress(db: Db, sessionId: string) {
  const row = await cancelRunning(db)
    .where('sessionId', '=', sessionId)
    .returning(transcriptionColumns)
    .executeTakeFirst()
  return row && asTranscription(row)
}

/** Those of all sessions of clients, or only those with a job at an outside service. */
export async function cancelClientTranscriptions(
  tx: Db,
  clientIds: readonly string[],
  which: 'any' | 'external',
) {
  const rows = await cancelRunning(tx)
    .where('sessionId', 'in', (eb) =>
      eb.selectFrom('session').select('session.id').where('session.clientId', 'in', clientIds),
    )
    .$if(which === 'external', (some) => some.where('externalId', 'is not', null))
    .returning('sessionId')
    .execute()
  for (const { sessionId } of rows) await announce(tx, topicOf(sessionId))
}
