import { sql } from 'kysely'
import type { Segment } from '#contract/transcriptions.ts'
import type { Db } from '../../../platform/db/db.ts'

/** What was said in a session, and how the two who spoke are called. */
export const getSessionTranscript = (db: Db, sessionId: string) =>
  db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .leftJoin('coach', 'coach.id', 'client.coachId')
    .select(['session.version', 'session.transcriptVersion', 'session.sessionDefinitionId'])
    .select(sql<Segment[]>`coalesce(session.segments, '[]')`.as('segments'))
    .select(
      sql<Segment[]>`coalesce(session.original_segments, session.segments, '[]')`.as(
        'originalSegments',
      ),
    )
    .select(['session.transcribedTextScripted as conversation'])
    .select(['client.name as client', 'coach.name as coach'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
