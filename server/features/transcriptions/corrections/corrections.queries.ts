import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import type { SpokenLine } from '#contract/sessions/transcripts.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { toTranscriptColumns } from '../../../providers/transcript/transcript-text.ts'

/** The current transcript, and the duration of its recording in seconds, 0 if unknown. */
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

/** Replaces the lines and stores the original ones of the engine with the first correction. Returns the new version. */
export async function saveCorrected(tx: Db, sessionId: string, segments: readonly SpokenLine[]) {
  const { transcriptVersion } = await tx
    .updateTable('session')
    .set({
      ...toTranscriptColumns(segments),
      originalSegments: sql`coalesce(original_segments, segments)`,
    })
    .where('id', '=', sessionId)
    .returning('transcriptVersion')
    .executeTakeFirstOrThrow()
  return transcriptVersion
}

export async function getOriginalSegments(db: Db, sessionId: string) {
  const { segments } = await db
    .selectFrom('session')
    .select(sql<Segment[] | null>`coalesce(original_segments, segments)`.as('segments'))
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return segments ?? []
}

type DraftKey = { sessionId: string; userId: string }

export const findDraft = (db: Db, { sessionId, userId }: DraftKey) =>
  db
    .selectFrom('transcriptDraft')
    .select(['segments', 'transcriptVersion', 'version', 'savedAt'])
    .where('sessionId', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst()

/** 0 without a draft. */
export async function getDraftVersion(db: Db, { sessionId, userId }: DraftKey) {
  const row = await db
    .selectFrom('transcriptDraft')
    .select('version')
    .where('sessionId', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Drafts begin with a random version, so that an older window cannot mistake a new draft for a discarded one. */
const maxFirstVersion = 1_000_000_000

export const upsertDraft = (
  tx: Db,
  whose: DraftKey,
  draft: { segments: readonly SpokenLine[]; transcriptVersion: number },
) => {
  const values = { ...draft, segments: JSON.stringify(draft.segments) }
  return tx
    .insertInto('transcriptDraft')
    .values({ id: newId(), ...whose, ...values, version: randomInt(1, maxFirstVersion) })
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

export const deleteDraft = (tx: Db, { sessionId, userId }: DraftKey) =>
  tx
    .deleteFrom('transcriptDraft')
    .where('sessionId', '=', sessionId)
    .where('userId', '=', userId)
    .execute()
