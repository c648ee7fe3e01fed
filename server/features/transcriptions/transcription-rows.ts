import type { Transcription } from '#contract/transcriptions.ts'
import type { Db } from '../../platform/db/db.ts'

export const transcriptionColumns = [
  'id',
  'status',
  'progress',
  'note',
  'error',
  'warnings',
  'voices',
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
/** The database's own checks and the job that writes them keep both to the contract. */
export const asTranscription = (row: Row) => row as Row & Transcription

/** The newest transcription of a session counts. */
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

/** What those listen to who watch a session and its transcription. */
export const topicOf = (sessionId: string) => `session:${sessionId}`
