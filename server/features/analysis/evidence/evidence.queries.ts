import { sql } from 'kysely'
import type { AnalysisType, ValueFault } from '#contract/analysis/analysis.ts'
import type { ValueQuote } from '#contract/analysis/found-values.ts'
import { parseTurns } from '#contract/rules/conversation-turns.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Evidence } from './check-values.ts'
import { speakersToChoose } from './find-client-speaker.ts'

export const listValuesForRecheck = (tx: Db, sessionId: string) =>
  tx
    .selectFrom('analysisValue')
    .select(['id', 'key', 'machineValue as value', 'isInferred'])
    .select([
      sql<AnalysisType>`template_type`.as('type'),
      sql<ValueQuote[]>`quotes`.as('quotes'),
      sql<ValueFault | null>`fault`.as('fault'),
    ])
    .where('sessionId', '=', sessionId)
    .orderBy('id')
    .execute()

export const updateEvidence = (tx: Db, id: string, { quotes, ...it }: Evidence) =>
  tx
    .updateTable('analysisValue')
    .set({ ...it, quotes: JSON.stringify(quotes) })
    .where('id', '=', id)
    .execute()

/** Transcript and conversation of a session, with what tells the client among the speakers. */
export const getSessionTranscript = (db: Db, sessionId: string) =>
  db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .leftJoin('coach', 'coach.id', 'client.coachId')
    .select(['session.clientId', 'session.version', 'session.transcriptVersion'])
    .select('session.sessionDefinitionId')
    .select(sql<Segment[]>`coalesce(session.segments, '[]')`.as('segments'))
    .select(
      sql<Segment[]>`coalesce(session.original_segments, session.segments, '[]')`.as(
        'originalSegments',
      ),
    )
    .select(['session.transcribedTextScripted as conversation'])
    .select(['client.name as client', 'coach.name as coach', 'session.clientSpeaker'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()

/** Whether a person has to choose the client among the speakers of a conversation; see `speakersToChoose`. */
export async function getSpeakersToChoose(db: Db, sessionId: string) {
  const { conversation, heard, ...names } = await db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .leftJoin('coach', 'coach.id', 'client.coachId')
    .select(['session.transcribedTextScripted as conversation', 'session.clientSpeaker'])
    .select(['client.name as client', 'coach.name as coach'])
    .select(
      sql<Segment['speaker'][] | null>`jsonb_path_query_array(session.segments, '$[*].speaker')`.as(
        'heard',
      ),
    )
    .where('session.id', '=', sessionId)
    .executeTakeFirstOrThrow(notFound('session'))
  const turns = parseTurns(
    conversation ?? '',
    heard?.map((speaker) => ({ speaker })),
  )
  return speakersToChoose(turns, names)
}
