import { sql, type SqlBool } from 'kysely'
import type { Language } from '#contract/transcriptions/transcription-hints.ts'
import type {
  TranscriptionStatus,
  TranscriptionWarning,
} from '#contract/transcriptions/transcriptions.ts'
import type { Db } from '../../platform/db/db.ts'
import { announce } from '../../platform/db/notify.ts'
import { newId } from '../../platform/ids.ts'
import type { Queue } from '../../platform/jobs/queue.ts'
import { asTranscription, getTopic, transcriptionColumns } from './transcription-rows.ts'

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

export const inProgress = ['waiting', 'running'] as const satisfies TranscriptionStatus[]

export const isAnyInProgress = async (db: Db) =>
  (await db
    .selectFrom('transcription')
    .select('id')
    .where('status', 'in', inProgress)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const noExternalJob = { integrationId: null, externalId: null }

type Ending =
  | { status: 'completed'; progress: 1; warnings: TranscriptionWarning[] }
  | { status: 'failed'; error: string }
  | { status: 'cancelled' }

/** Ends it if it is in progress. */
export async function endTranscription(tx: Db, id: string, ending: Ending) {
  const row = await tx
    .updateTable('transcription')
    .set({ ...ending, ...noExternalJob, note: null, finishedAt: sql<string>`now()` })
    .where('id', '=', id)
    .where('status', 'in', inProgress)
    .returning([...transcriptionColumns, 'sessionId'])
    .executeTakeFirst()
  if (!row) return undefined
  const { sessionId, ...ended } = row
  await announce(tx, getTopic(sessionId))
  return asTranscription(ended)
}

/** Cancels what is in progress of these sessions, or only what an outside service has. Returns what was cancelled. */
export async function cancelTranscriptions(
  tx: Db,
  queue: Queue,
  sessionIds: readonly string[],
  which: 'any' | 'external' = 'any',
) {
  const found = await tx
    .selectFrom('transcription')
    .select('id')
    .where(sql<SqlBool>`session_id = any(${sessionIds}::uuid[])`)
    .where('status', 'in', inProgress)
    .$if(which === 'external', (some) => some.where('externalId', 'is not', null))
    .orderBy('id')
    .execute()
  const cancelled = []
  for (const { id } of found) {
    // Before its row, as the job itself does.
    await queue.cancel(tx, 'transcribe', { id })
    const ended = await endTranscription(tx, id, { status: 'cancelled' })
    if (ended) cancelled.push(ended)
  }
  return cancelled
}
