import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Segment } from '#contract/transcriptions.ts'
import type { SpokenLine } from '#contract/transcripts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { transcriptOf } from '../../../providers/transcript/transcript-text.ts'

/** The transcript of a session as it stands; the end of its recording in seconds, 0 where nobody knows. */
export async function transcriptToCorrect(tx: Db, sessionId: string) {
  const row = await tx
    .selectFrom('session')
    .leftJoin('recording', 'recording.sessionId', 'session.id')
    .select(['session.segments', 'session.transcriptVersion', 'recording.duration'])
    .where('session.id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const segments = row.segments as Segment[] | null
  return { segments, version: row.transcriptVersion, duration: row.duration ?? 0 }
}

/** Puts corrected lines in the place of the present ones, of which the machine's own are kept. Answers their version. */
export async function keepCorrected(tx: Db, sessionId: string, segments: readonly SpokenLine[]) {
  const { transcriptVersion } = await tx
    .updateTable('session')
    .set({
      ...transcriptOf(segments),
      firstSegments: sql`coalesce(first_segments, segments)`,
    })
    .where('id', '=', sessionId)
    .returning('transcriptVersion')
    .executeTakeFirstOrThrow()
  return transcriptVersion
}

export async function firstSegmentsOf(db: Db, sessionId: string) {
  const { segments } = await db
    .selectFrom('session')
    .select(sql<Segment[] | null>`coalesce(first_segments, segments)`.as('segments'))
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return segments ?? []
}

type Whose = { sessionId: string; userId: string }

export const draftOf = (db: Db, { sessionId, userId }: Whose) =>
  db
    .selectFrom('transcriptDraft')
    .select(['segments', 'transcriptVersion', 'version', 'savedAt'])
    .where('sessionId', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst()

/** 0 where there is none. */
export async function draftVersionOf(db: Db, { sessionId, userId }: Whose) {
  const row = await db
    .selectFrom('transcriptDraft')
    .select('version')
    .where('sessionId', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** A draft begins anywhere below: one that comes after another was thrown away is none that an older window has read. */
const newest = 1_000_000_000

export const keepDraft = (
  tx: Db,
  whose: Whose,
  draft: { segments: readonly SpokenLine[]; transcriptVersion: number },
) => {
  const values = { ...draft, segments: JSON.stringify(draft.segments) }
  return tx
    .insertInto('transcriptDraft')
    .values({ id: newId(), ...whose, ...values, version: randomInt(1, newest) })
    .onConflict((conflict) =>
      conflict.columns(['sessionId', 'userId']).doUpdateSet({
        ...values,
        version: sql`transcript_draft.version + 1`,
        savedAt: sql`now()`,
      }),
    )
    .returning(['version', 'savedAt'])
    .executeTakeFirstOrThrow()
}

export const removeDraft = (tx: Db, { sessionId, userId }: Whose) =>
  tx
    .deleteFrom('transcriptDraft')
    .where('sessionId', '=', sessionId)
    .where('userId', '=', userId)
    .execute()
