import type { Transcription } from '#contract/transcriptions/transcriptions.ts'
import type { Db } from '../../platform/db/db.ts'

export const transcriptionColumns = [
  'id',
  'status',
  'progress',
  'note',
  'error',
  'warnings',
  'speakers',
  'language',
  'createdAt',
  'finishedAt',
] as const

type Row = Omit<Transcription, 'status' | 'warnings' | 'language'> & {
  id: string
  status: string
  warnings: string[]
  language: string | null
}
/** Check constraints and the job keep the values within the contract. */
export const asTranscription = (row: Row) => row as Row & Transcription

/** The newest transcription of a session. */
export async function latestTranscription(db: Db, sessionId: string) {
  const row = await db
    .selectFrom('transcription')
    .select(transcriptionColumns)
    .where('sessionId', '=', sessionId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && asTranscription(row)
}

/** Topic of changes to a session and its transcription. */
export const getTopic = (sessionId: string) => `session:${sessionId}`
